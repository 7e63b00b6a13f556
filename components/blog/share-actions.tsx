'use client'

import { useEffect } from 'react'
import { recordShare } from '#components/analytics/beacon.ts'

const POPUP = 'popup,width=600,height=400,noopener=no'
const networks = ['Facebook', 'Twitter', 'LinkedIn', 'Copy link'] as const

function openPopup(event: MouseEvent, href: string) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  const popup = window.open(href, 'share', POPUP)
  if (!popup) return
  event.preventDefault()
  popup.opener = null
}

function announce(text: string) {
  const status = document.querySelector('[data-share-status]')
  if (status) status.textContent = text
}

async function copy(url: string) {
  announce('')
  try {
    await navigator.clipboard.writeText(url)
    recordShare('Copy link')
    announce('Link copied to clipboard.')
  } catch {
    announce('The link could not be copied. Copy it from the address bar.')
  }
}

/** Adds behavior to the buttons of Share, which are static markup. */
export function ShareActions({ url }: { url: string }) {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const item = event.target instanceof Element ? event.target.closest('[data-share]') : null
      const network = networks.find((name) => name === item?.getAttribute('data-share'))
      if (!network) return
      if (!(item instanceof HTMLAnchorElement)) return void copy(url)
      recordShare(network)
      openPopup(event, item.href)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [url])

  return null
}
