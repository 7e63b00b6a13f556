import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon-view.tsx'
import { messagesToCome } from '#components/admin/frame/coming-soon.ts'
import { MessageList } from '#components/admin/messages/message-list.tsx'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { messageListQuerySchema } from '#lib/messages/schema.ts'
import { readMessages } from '#lib/messages/staff-reads.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Messages')

interface MessagesProps {
  searchParams: Promise<{ page?: string | string[] }>
}

export default async function Messages({ searchParams }: MessagesProps) {
  const { page } = messageListQuerySchema.parse(await searchParams)
  const staff = await requireStaff(page > 1 ? `/admin/messages?page=${page}` : '/admin/messages')
  const found = await readMessages(staff, page)
  if (!found) return <ComingSoon {...messagesToCome} />
  if (found.totalPages > 0 && page > found.totalPages) redirect(`/admin/messages?page=${found.totalPages}`)
  return (
    <>
      <h1 className="mb-5 text-head">Messages</h1>
      <MessageList
        messages={found.data.messages}
        page={page}
        total={found.total}
        totalPages={found.totalPages}
      />
    </>
  )
}
