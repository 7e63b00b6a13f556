import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Frame } from '#components/admin/frame/frame.tsx'
import { NewVersion } from '#components/admin/frame/new-version.tsx'
import { QueryProvider } from '#components/admin/frame/providers.tsx'
import { STAFF_HOME } from '#lib/auth/return-path.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { lifecycle } from '#lib/process-context.ts'

export const dynamic = 'force-dynamic'

export default async function AreaLayout({ children }: { children: ReactNode }) {
  const path = (await headers()).get('x-path') ?? STAFF_HOME
  const { user, account } = await requireStaff(path)
  const { name, email, role, author, photo, editorMode } = user
  return (
    <QueryProvider>
      <NewVersion build={lifecycle.build} />
      <Frame user={{ account, name, email, role, author, photo, editorMode }}>{children}</Frame>
    </QueryProvider>
  )
}
