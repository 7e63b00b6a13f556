import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'

export function Sidebar() {
  return (
    <Navigation label="Staff" className="staff-sidebar hidden lg:flex">
      <div className="flex min-h-16 items-center">
        <Brand />
      </div>
    </Navigation>
  )
}
