'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Anchor } from '#contract/note-anchor.ts'
import { findRanges, readSelectedText } from './page-text.ts'

const HIGHLIGHT = 'note'

const findArticle = () => document.querySelector('.article')

function highlight(ranges: Iterable<Range>) {
  if ('highlights' in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}

function showPassage(range: Range) {
  const element = range.startContainer.parentElement
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  element?.scrollIntoView({ block: 'center' })
}

function showNote(id: string) {
  const note = document.getElementById(`note-${id}`)
  note?.focus({ preventScroll: true })
  note?.scrollIntoView({ block: 'center' })
}

const isInside = (range: Range, x: number, y: number) =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  )

function setFields(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.value = value
  }
}

function forgetContext({ target }: Event) {
  if (target instanceof HTMLTextAreaElement && target.name === 'quote' && target.form)
    setFields(target.form, { before: '', after: '' })
}

function fillForm({ quote, before, after }: Anchor) {
  const form = document.querySelector<HTMLFormElement>('.guest-notes form[aria-label="Add a note"]')
  if (!form) return
  setFields(form, { quote, before, after })
  const text = form.elements.namedItem('text')
  if (!(text instanceof HTMLTextAreaElement)) return
  text.focus()
  text.scrollIntoView({ block: 'center' })
}

export function GuestPassages({ anchors }: { anchors: (Anchor & { id: string })[] }) {
  const [selected, setSelected] = useState<Anchor | null>(null)

  useEffect(() => {
    const article = findArticle()
    if (!article) return
    const ranges = findRanges(article, anchors)
    highlight(ranges.values())
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-show-passage]')]
    for (const button of buttons) button.hidden = !ranges.has(button.dataset['showPassage'] ?? '')
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const button = event.target.closest<HTMLElement>('[data-show-passage]')
      const shown = button && ranges.get(button.dataset['showPassage'] ?? '')
      if (shown) return showPassage(shown)
      if (!article.contains(event.target) || event.target.closest('a') || readSelectedText(article)) return
      const [id] = [...ranges].find(([, range]) => isInside(range, event.clientX, event.clientY)) ?? []
      if (id !== undefined) showNote(id)
    }
    const onSelect = () => setSelected(readSelectedText(article))
    document.addEventListener('click', onClick)
    document.addEventListener('selectionchange', onSelect)
    document.addEventListener('input', forgetContext)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('selectionchange', onSelect)
      document.removeEventListener('input', forgetContext)
      highlight([])
    }
  }, [anchors])

  if (!selected) return null
  return (
    <div className="guest-notes-offer">
      {/* The selection would be lost with the press. */}
      <Button onPointerDown={(event) => event.preventDefault()} onClick={() => fillForm(selected)}>
        Add a note
      </Button>
    </div>
  )
}
