import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Frame } from '#components/admin/frame/frame.tsx'
import { QueryProvider } from '#components/admin/frame/providers.tsx'
import { STAFF_HOME } from '#lib/auth/return-path.ts'
import { requireStaff } from '#lib/auth/staff.ts'

export const dynamic = 'force-dynamic'

export default async function AreaLayout({ children }: { children: ReactNode }) {
  const path = (await headers()).get('x-path') ?? STAFF_HOME
  const { user } = await requireStaff(path)
  return (
    <QueryProvider>
      <Frame user={{ name: user.name, email: user.email }}>{children}</Frame>
    </QueryProvider>
  )
}
