'use client'

import { StaffProblem } from '#components/admin/ui/staff-problem.tsx'

/** The upstream could not say who is signed in, so there is no frame either. */
export default function StaffRootProblem({ reset }: { reset: () => void }) {
  return (
    <main className="frame py-16">
      <StaffProblem onRetry={reset} />
    </main>
  )
}
