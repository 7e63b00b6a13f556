'use client'

import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { PhotoImage } from '#components/authors/portrait.tsx'
import type { Photo } from '#contract/authors.ts'
import { errorBodySchema } from '#contract/error-body.ts'
import type { EditorMode } from '#contract/preferences.ts'
import type { Role } from '#contract/roles.ts'
import { staffFetch } from '../api.ts'
import { describeDraft, discardAllDrafts, listAllDrafts } from '../editor/drafts.ts'
import { BACK_UP_DRAFTS, SIGN_OUT } from '../events.ts'
import { signOut } from '../login/session.ts'
import { discardNoteDrafts, listNoteDrafts, noteDraftsOf } from '../notes/note-drafts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu, MenuAction, MenuLink } from '../ui/menu.tsx'
import { replaceToast } from '../ui/toasts.ts'
import { RoleContext, useCan } from './role.tsx'

export interface FrameUser {
  account: string
  name: string
  email: string
  role: Role
  author?: string | undefined
  photo?: Photo | null | undefined
  editorMode?: EditorMode | null | undefined
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

async function trySignOut(discardDrafts?: () => Promise<void>) {
  const show = (message: string) => replaceToast('sign-out', () => toast.error(message))
  // It would end the session of another account that signed in in another tab.
  const response = await staffFetch('/api/auth/profile', {}).catch(() => null)
  if (response?.status === 409) return show(errorBodySchema.parse(await response.json()).error)
  if (!(await signOut(discardDrafts))) show('You could not be signed out. Please try again.')
}

const discardEverything = (account: string) => {
  discardNoteDrafts(account)
  return discardAllDrafts()
}

export function UserMenu({ user }: { user: FrameUser }) {
  const button = useRef<HTMLButtonElement>(null)
  const [unsaved, setUnsaved] = useState<string[]>([])
  const { name = user.name } = useContext(RoleContext)
  const canManageSettings = useCan('manageSettings')

  const requestSignOut = () => {
    window.dispatchEvent(new Event(BACK_UP_DRAFTS))
    const notes = listNoteDrafts(noteDraftsOf(user.account))
    const drafts = [...listAllDrafts().map(describeDraft), ...notes.map(() => 'a note')]
    if (drafts.length > 0) setUnsaved(drafts)
    else void trySignOut()
  }
  const onSignOut = useEffectEvent(requestSignOut)
  useEffect(() => {
    const listen = () => onSignOut()
    window.addEventListener(SIGN_OUT, listen)
    return () => window.removeEventListener(SIGN_OUT, listen)
  }, [])
  const trigger = (
    <button ref={button} type="button" className="staff-icon-button">
      {user.photo ? (
        <PhotoImage photo={user.photo} sizes="2rem" className="size-8" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center bg-flag-blue text-sm font-bold text-on-blue"
        >
          {initials(name)}
        </span>
      )}
      <span className="sr-only">Your account</span>
    </button>
  )
  return (
    <>
      <Menu trigger={trigger} label="Your account">
        <p className="border-b-[1.5px] border-line px-4 pt-2 pb-3">
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-muted">{user.email}</span>
        </p>
        <MenuLink href="/admin/profile">Your Profile</MenuLink>
        {canManageSettings && <MenuLink href="/admin/settings">Settings</MenuLink>}
        <MenuAction onSelect={requestSignOut}>Sign out</MenuAction>
      </Menu>
      <ConfirmDialog
        open={unsaved.length > 0}
        title={
          unsaved.length === 1 ? 'Discard the unsaved draft?' : `Discard ${unsaved.length} unsaved drafts?`
        }
        question={`Signing out deletes what this browser has backed up: ${unsaved.join(', ')}.`}
        confirmLabel="Discard and sign out"
        cancelLabel="Stay signed in"
        destructive
        returnFocus={button}
        onClose={() => setUnsaved([])}
        onConfirm={() => {
          setUnsaved([])
          void trySignOut(() => discardEverything(user.account))
        }}
      />
    </>
  )
}
