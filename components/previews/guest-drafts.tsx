'use client'

import { useEffect } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

const PREFIX = 'halyard:guest:'
const setByServer = ['token', 'pass', 'thread', 'revision']

const isRadio = (control: Control): control is HTMLInputElement => control.type === 'radio'

function read(control: Control): string {
  if (isRadio(control)) return control.checked ? 'checked' : ''
  return control.value
}

function write(control: Control, value: string) {
  if (isRadio(control)) control.checked = value !== ''
  else control.value = value
}

const findForms = () => [...document.querySelectorAll<HTMLFormElement>('form[action^="/api/previews/"]')]

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      !setByServer.includes(element.name),
  )

function keyOf(form: HTMLFormElement): string {
  const { token = '', thread = '' } = Object.fromEntries(new FormData(form))
  return [token, form.getAttribute('action'), thread].join(' ')
}

const isName = ({ name }: Control) => name === 'name'

const textOf = (form: HTMLFormElement) => controlsOf(form).filter((control) => !isName(control))

const itemOf = (form: HTMLFormElement, control: Control) =>
  [keyOf(form), control.name, isRadio(control) && control.value].join(' ')

/** Without session storage, or room in it, nothing is kept. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

const get = (item: string) => attempt(() => sessionStorage.getItem(PREFIX + item)) ?? ''
const set = (item: string, value: string) => attempt(() => sessionStorage.setItem(PREFIX + item, value))

function keep() {
  for (const form of findForms())
    for (const control of textOf(form)) set(itemOf(form, control), read(control))
}

function restore(form: HTMLFormElement) {
  const [names, texts] = [controlsOf(form).filter(isName), textOf(form)]
  for (const control of names) if (control.value === '') control.value = get('name')
  if (texts.some((control) => read(control) !== '')) return
  for (const control of texts) write(control, get(itemOf(form, control)))
  if (texts.some((control) => read(control) !== ''))
    for (const details of document.querySelectorAll('details')) details.open ||= details.contains(form)
}

/** Keeps the other forms of a preview when one is sent, and the name of the guest, until the tab is closed. */
export function GuestDrafts({ sent }: { sent: { note: boolean; review: boolean } }) {
  const { note, review } = sent
  useEffect(() => {
    const wasSent = (form: HTMLFormElement) =>
      keyOf(form) === get('sent') && (form.action.endsWith('/review') ? review : note)
    for (const form of findForms()) {
      if (wasSent(form)) for (const control of textOf(form)) set(itemOf(form, control), '')
      restore(form)
    }
    set('sent', '')

    const onSubmit = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || !findForms().includes(target)) return
      set('sent', keyOf(target))
      for (const { value } of controlsOf(target).filter(isName)) set('name', value)
    }
    document.addEventListener('submit', onSubmit)
    addEventListener('pagehide', keep)
    // A phone may close a page that is in the background without any other event.
    document.addEventListener('visibilitychange', keep)
    return () => {
      document.removeEventListener('submit', onSubmit)
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [note, review])
  return null
}
