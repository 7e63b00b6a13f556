import { SiteLink } from '#components/ui/link.tsx'
import { describeNotification, type Notification } from '#contract/notifications.ts'
import { Timestamp } from '../ui/timestamp.tsx'

interface NotificationItemProps {
  notification: Notification
  onOpen: () => void
}

export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const { text, href } = describeNotification(notification)
  return (
    <div className="notification" data-unread={!notification.read || undefined}>
      <SiteLink href={href} className="notification-link" onClick={onOpen}>
        {!notification.read && <span className="sr-only">Unread: </span>}
        {text}
      </SiteLink>
      <p className="text-sm text-muted">
        <Timestamp value={notification.at} />
      </p>
    </div>
  )
}
