import type { ApprovalState } from '#contract/reviews.ts'

const texts: Record<ApprovalState, string> = {
  none: '',
  approved: 'approved',
  changesRequested: 'changes requested',
  void: 'approval is void',
}

export function ApprovalNote({ state = 'none' }: { state: ApprovalState | undefined }) {
  return texts[state] && <p className="post-changes">{texts[state]}</p>
}
