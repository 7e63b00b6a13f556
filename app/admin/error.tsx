'use client'

import { ErrorView } from '#components/admin/ui/error-view.tsx'

export default function StaffRootError({ reset }: { reset: () => void }) {
  return (
    <main className="frame py-16">
      <ErrorView reset={reset} />
    </main>
  )
}
