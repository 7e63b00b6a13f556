'use client'

import { ErrorView } from '#components/admin/ui/error-view.tsx'

export default function StaffPageError({ reset }: { reset: () => void }) {
  return <ErrorView reset={reset} />
}
