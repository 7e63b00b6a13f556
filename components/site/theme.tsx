'use client'

import { ThemeProvider, useTheme } from 'next-themes'
import { useEffect, type MouseEvent, type ReactNode } from 'react'

export function ThemeRoot({ nonce, children }: { nonce?: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider
      nonce={nonce}
      attribute="data-theme"
      defaultTheme="light"
      enableSystem={false}
      storageKey="theme"
      enableColorScheme
      disableTransitionOnChange
    >
      <BrowserColor />
      <RestoredTheme />
      {children}
    </ThemeProvider>
  )
}

const darkColor = '#0d1620'

/** Browsers use the first color; that of the layouts is for the light theme. server/page-cache/first-action.mjs does this before React runs. */
function BrowserColor() {
  const { resolvedTheme } = useTheme()
  useEffect(() => {
    if (resolvedTheme !== 'dark') return undefined
    const color =
      document.querySelector(`meta[name="theme-color"][content="${darkColor}"]`) ??
      Object.assign(document.createElement('meta'), { name: 'theme-color', content: darkColor })
    document.head.prepend(color)
    return () => color.remove()
  }, [resolvedTheme])
  return null
}

/** A page in the back/forward cache misses changes of the theme on other pages. */
function RestoredTheme() {
  const { setTheme } = useTheme()
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setTheme(localStorage.getItem('theme') ?? 'light')
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [setTheme])
  return null
}

/** The markup holds both labels and CSS shows one, so that server and browser render the same. */
export function ThemeToggle() {
  const { resolvedTheme, setTheme } = useTheme()
  const toggle = (event: MouseEvent) => {
    // Keeps server/page-cache/first-action.mjs from repeating a click that React handled while it hydrated.
    event.preventDefault()
    setTheme(resolvedTheme === 'dark' ? 'light' : 'dark')
  }
  return (
    <button
      type="button"
      onClick={toggle}
      className="needs-script grid size-11 place-items-center hover:bg-wash"
    >
      <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
        <path className="in-light" d="M12 3a9 9 0 0 1 0 18Z" fill="currentColor" />
        <path className="in-dark" d="M12 3a9 9 0 0 0 0 18Z" fill="currentColor" />
      </svg>
      <span className="in-light sr-only">Switch to dark theme</span>
      <span className="in-dark sr-only">Switch to light theme</span>
    </button>
  )
}
