import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useFormContext } from 'react-hook-form'
import type { TextRange } from '#contract/markdown-scan.ts'
import { createFinder, locate, type Anchor } from '#contract/note-anchor.ts'
import type { NotePerson, NoteThread } from '#contract/notes.ts'
import { toLineFeeds } from '#contract/text.ts'
import { RoleContext } from '../frame/role.tsx'
import type { DocumentFields } from '../editor/document.ts'
import { EDITOR_POLL_MS } from '../refetch.ts'
import { hasUnsavedNote, listNoteDrafts, noteDraftsOf } from './note-drafts.ts'
import { notesQuery } from './notes-query.ts'

const DEBOUNCE_MS = 400

export interface LocatedThread {
  thread: NoteThread
  range: TextRange | null
}

export type Passage = TextRange & Anchor & { id: string }

export interface Notes {
  api: string
  /** The prefix of the unsaved notes of this account on this post. */
  drafts: string
  threads: NoteThread[]
  located: LocatedThread[]
  people: NotePerson[]
  passages: Passage[]
  unresolved: number
  open: boolean
  toggle: () => void
}

const noThreads: NoteThread[] = []
const noPeople: NotePerson[] = []

/** The text after a pause in typing, with line breaks as CodeMirror counts them; not updated while it is not needed. */
function useSettledContent(isNeeded: boolean): string {
  const { getValues, subscribe } = useFormContext<DocumentFields>()
  const [content, setContent] = useState(() => toLineFeeds(getValues('content')))
  useEffect(() => {
    if (!isNeeded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => setContent(toLineFeeds(getValues('content')))
    const schedule = (delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(update, delay)
    }
    schedule(0)
    const unsubscribe = subscribe({
      name: 'content',
      formState: { values: true },
      callback: () => schedule(DEBOUNCE_MS),
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [getValues, subscribe, isNeeded])
  return content
}

/** Next changes the URL after the first render of a page, without a `hashchange` event. */
function onUrlChange(callback: () => void) {
  const navigation = 'navigation' in window ? window.navigation : null
  window.addEventListener('hashchange', callback)
  navigation?.addEventListener('currententrychange', callback)
  return () => {
    window.removeEventListener('hashchange', callback)
    navigation?.removeEventListener('currententrychange', callback)
  }
}

const useIsLinked = () =>
  useSyncExternalStore(
    onUrlChange,
    () => window.location.hash === '#notes',
    () => false,
  )

/** Shows the notes of others. A note that is being written stays in its place meanwhile. */
function useRefreshed(isLoaded: boolean, refetch: () => Promise<unknown>) {
  useEffect(() => {
    if (!isLoaded) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !hasUnsavedNote()) void refetch()
    }, EDITOR_POLL_MS)
    return () => clearInterval(timer)
  }, [isLoaded, refetch])
}

export function useNotes(api: string | undefined): Notes | null {
  const { data, refetch } = useQuery(notesQuery(api))
  useRefreshed(Boolean(data), refetch)
  const isLinked = useIsLinked()
  const { account } = useContext(RoleContext)
  const drafts = noteDraftsOf(account, api)
  const [hasDrafts] = useState(() => api !== undefined && listNoteDrafts(drafts).length > 0)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [wasLinked, setWasLinked] = useState(isLinked)
  if (wasLinked !== isLinked) {
    setWasLinked(isLinked)
    if (isLinked) setChosen(null)
  }
  const open = chosen ?? (isLinked || hasDrafts)
  const threads = data?.notes ?? noThreads
  const content = useSettledContent(threads.length > 0)
  const located = useMemo(() => locate(threads, createFinder(content, 'markdown')), [threads, content])
  const passages = useMemo(
    () =>
      located.flatMap(({ thread, range }) => (range && !thread.resolved ? [{ ...thread, ...range }] : [])),
    [located],
  )
  if (api === undefined || !data) return null
  return {
    api,
    drafts,
    threads,
    located,
    passages,
    open,
    people: data?.people ?? noPeople,
    unresolved: threads.filter(({ resolved }) => !resolved).length,
    toggle: () => {
      setChosen(!open)
      // So that the same link can open the notes again.
      if (open && isLinked) history.replaceState(null, '', window.location.pathname + window.location.search)
    },
  }
}
