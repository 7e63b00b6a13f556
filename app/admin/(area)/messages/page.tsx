import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { MessageList } from '#components/admin/messages/message-list.tsx'
import { messageListQuery, messageQuery, messagesUrl } from '#components/admin/messages/messages-query.ts'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getMessage, listMessages } from '#lib/messages/queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Messages')

export default async function MessagesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = messagesUrl.parse(firstValues(await searchParams))
  const { page, search, status } = state
  const staff = await requireStaff(messagesUrl.toHref(state))
  if (!can(staff.user.role, 'readMessages')) return <Forbidden />
  const [messages, message] = await Promise.all([
    listMessages(staff, { page, search, status }),
    state.message === '' ? undefined : getMessage(staff, state.message, { search, status }),
  ])
  if (!messages) return <ComingSoon page="/admin/messages" />
  if (messages.totalPages > 0 && page > messages.totalPages)
    redirect(messagesUrl.toHref({ ...state, page: messages.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(messageListQuery(state).queryKey, messages)
  if (message !== undefined) queries.setQueryData(messageQuery(state).queryKey, message)
  return (
    <>
      <h1 className="sr-only">Messages</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <MessageList />
      </HydrationBoundary>
    </>
  )
}
