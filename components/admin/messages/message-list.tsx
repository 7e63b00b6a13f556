'use client'

import './messages.css'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { MAX_FOUND_MESSAGES, MESSAGES_PER_PAGE, type StoredMessage } from '#contract/messages.ts'
import { formatCount } from '#lib/counts.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState, type HistoryMode } from '../ui/use-url-state.ts'
import { LoadError } from '../ui/load-error.tsx'
import { MessageLink, MessageView } from './message-view.tsx'
import { messageListQuery, messagesUrl, type MessagesState } from './messages-query.ts'

export function MessageList() {
  const [state, setState] = useUrlState(messagesUrl)
  const { data, isError, isPlaceholderData, refetch } = useQuery(messageListQuery(state))
  const { list, view, focusAfterClose } = useOpenMessageFocus(state.message)
  const messages = data?.data.messages ?? []

  const open = (message: string) => setState({ message, page: state.page })
  const closeUnread = () => {
    const index = messages.findIndex(({ id }) => id === state.message)
    focusAfterClose(messages[index + 1]?.id ?? state.message)
    open('')
  }
  return (
    <div className="messages" data-open={state.message !== '' || undefined}>
      <div ref={list} className="messages-list">
        <PagedList
          label="Results"
          busy={isPlaceholderData}
          toolbar={<Toolbar state={state} onChange={setState} />}
          range={
            data && {
              shown: messages.length,
              total: data.total,
              perPage: MESSAGES_PER_PAGE,
              noun: ['message', 'messages'],
            }
          }
          summary={
            data?.partial && (
              <p className="text-sm">
                Older messages may match as well: a search shows the newest {formatCount(MAX_FOUND_MESSAGES)}.
              </p>
            )
          }
          page={state.page}
          totalPages={data?.totalPages ?? 0}
          hrefOf={(page) => messagesUrl.toHref({ ...state, page })}
          onPage={(page, mode) => setState({ page }, mode)}
        >
          {isError && <LoadError what="messages" onRetry={refetch} />}
          {data?.total === 0 && <EmptyList {...emptyTexts(state)} />}
          {messages.length > 0 && (
            <ul aria-label="Messages" className="message-list">
              {messages.map((message) => (
                <li key={message.id} data-row>
                  <MessageLink
                    state={state}
                    id={message.id}
                    onOpen={open}
                    current={message.id === state.message}
                    className="message-head"
                  >
                    <MessageHead message={message} />
                  </MessageLink>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {state.message !== '' && <MessageView ref={view} state={state} onOpen={open} onUnread={closeUnread} />}
    </div>
  )
}

/** Focus follows the open message, and returns to its row or to the given one. */
function useOpenMessageFocus(message: string) {
  const list = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLElement>(null)
  const last = useRef(message)
  const afterClose = useRef('')
  // Before a key can reach the new view.
  useLayoutEffect(() => {
    if (last.current === message) return
    const row = afterClose.current || last.current
    last.current = message
    afterClose.current = ''
    const closed = message === '' ? list.current : null
    const target =
      view.current ??
      closed?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row)}"]`) ??
      closed?.querySelector<HTMLElement>('[role="region"]')
    target?.focus({ preventScroll: message === '' })
  }, [message])
  const focusAfterClose = (id: string) => {
    afterClose.current = id
  }
  return { list, view, focusAfterClose }
}

interface ToolbarProps {
  state: MessagesState
  onChange: (change: Partial<MessagesState>, mode?: HistoryMode) => void
}

const statusFilters = [
  [undefined, 'All'],
  ['unread', 'Unread'],
] as const

function Toolbar({ state, onChange }: ToolbarProps) {
  return (
    <div className="list-toolbar">
      <SearchBox
        subject="messages"
        search={state.search ?? ''}
        onSearch={(search) => onChange({ search: search || undefined }, state.search ? 'replace' : 'push')}
      />
      <SegmentedControl
        label="Show"
        options={statusFilters}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
    </div>
  )
}

function emptyTexts({ search, status }: MessagesState) {
  if (search) return { title: 'No messages found', text: 'Try another search.' }
  if (status) return { title: 'No unread messages', text: 'You have read them all.' }
  return { title: 'No messages yet', text: 'Messages sent through the contact form appear here.' }
}

function MessageHead({ message: { subject, name, createdAt, read } }: { message: StoredMessage }) {
  return (
    <>
      <span className="min-w-0 grow wrap-anywhere">
        <span dir="auto" className={read ? 'block' : 'block font-bold'}>
          {subject}
        </span>
        <span className="block text-sm text-muted">
          <bdi>{name}</bdi> · <Timestamp value={createdAt} short />
        </span>
      </span>
      {!read && <StatusBadge status="pending" className="shrink-0" />}
    </>
  )
}
