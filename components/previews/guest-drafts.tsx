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

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      !setByServer.includes(element.name),
  )
}

const textOf = (form: HTMLFormElement) => controlsOf(form).filter(({ name }) => name !== 'name')

const findForms = () => [...document.querySelectorAll<HTMLFormElement>('form[action^="/api/previews/"]')]

function keyOf(form: HTMLFormElement): string {
  const { token = '', thread = '' } = Object.fromEntries(new FormData(form))
  return [token, form.getAttribute('action'), thread].join(' ')
}

/** Without session storage, nothing is kept. */
function createStorage() {
  const itemOf = (form: HTMLFormElement, control: Control) =>
    [PREFIX, keyOf(form), control.name, isRadio(control) ? control.value : ''].join(' ')
  const attempt = <Result,>(action: () => Result): Result | null => {
    try {
      return action()
    } catch {
      return null
    }
  }
  const set = (key: string, value: string) =>
    attempt(() => (value === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value)))
  return {
    get: (key: string) => attempt(() => sessionStorage.getItem(PREFIX + key)) ?? '',
    set: (key: string, value: string) => set(PREFIX + key, value),
    keep: (form: HTMLFormElement) => {
      for (const control of textOf(form)) set(itemOf(form, control), read(control))
    },
    discard: (form: HTMLFormElement) => {
      for (const control of textOf(form)) set(itemOf(form, control), '')
    },
    find: (form: HTMLFormElement, control: Control) =>
      attempt(() => sessionStorage.getItem(itemOf(form, control))) ?? '',
  }
}

function showForm(form: HTMLFormElement) {
  for (
    let details = form.closest('details');
    details;
    details = details.parentElement?.closest('details') ?? null
  )
    details.open = true
}

/** Keeps the other forms of a preview when one is sent, and the name of the guest, until the tab is closed. */
export function GuestDrafts({ sent }: { sent: { note: boolean; review: boolean } }) {
  const { note, review } = sent
  useEffect(() => {
    const storage = createStorage()
    const isSent = (form: HTMLFormElement) =>
      keyOf(form) === storage.get('sent') && (form.action.endsWith('/review') ? review : note)
    for (const form of findForms()) {
      if (isSent(form)) storage.discard(form)
      const controls = textOf(form)
      if (controls.every((control) => read(control) === '')) {
        for (const control of controls) write(control, storage.find(form, control))
        if (controls.some((control) => read(control) !== '')) showForm(form)
      }
      for (const control of controlsOf(form))
        if (control.name === 'name' && control.value === '') control.value = storage.get('name')
    }
    storage.set('sent', '')

    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      if (!target.form || !findForms().includes(target.form)) return
      if (target.name === 'name') storage.set('name', target.value)
      else storage.keep(target.form)
    }
    const onSubmit = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && findForms().includes(target))
        storage.set('sent', keyOf(target))
    }
    document.addEventListener('input', onInput)
    document.addEventListener('submit', onSubmit)
    return () => {
      document.removeEventListener('input', onInput)
      document.removeEventListener('submit', onSubmit)
    }
  }, [note, review])
  return null
}
