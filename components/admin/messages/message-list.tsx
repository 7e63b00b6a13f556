import './messages.css'
import { SiteLink } from '#components/ui/link.tsx'
import { pageButtons } from '#lib/blog/page-buttons.ts'
import { MESSAGES_PER_PAGE, type StoredMessage } from '#lib/messages/schema.ts'
import { Message } from './message.tsx'

interface MessageListProps {
  messages: StoredMessage[]
  page: number
  total: number
  totalPages: number
}

const hrefOf = (page: number) => (page > 1 ? `/admin/messages?page=${page}` : '/admin/messages')

export function MessageList({ messages, page, total, totalPages }: MessageListProps) {
  if (total === 0)
    return (
      <p className="max-w-measure text-muted">
        No messages yet. What visitors send through the contact form is kept here.
      </p>
    )
  const first = (page - 1) * MESSAGES_PER_PAGE + 1
  return (
    <>
      <ul aria-label="Messages" className="message-list">
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message} />
          </li>
        ))}
      </ul>
      <div className="message-foot">
        <p>
          Showing {first} to {first + messages.length - 1} of {total} messages
        </p>
        {totalPages > 1 && (
          <nav aria-label="Pages" className="flex flex-wrap gap-2">
            {pageButtons(page, totalPages).map((number) => (
              <SiteLink
                key={number}
                href={hrefOf(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className="page-button"
              >
                {number}
              </SiteLink>
            ))}
          </nav>
        )}
      </div>
    </>
  )
}
