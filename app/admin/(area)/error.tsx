'use client'

import { StaffProblem } from '#components/admin/ui/staff-problem.tsx'

export default function StaffPageProblem({ reset }: { reset: () => void }) {
  return <StaffProblem onRetry={reset} />
}
