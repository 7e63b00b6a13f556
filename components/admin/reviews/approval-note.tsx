import type { ApprovalState } from '#contract/reviews.ts'

const texts: Record<ApprovalState, string> = {
  none: '',
  approved: 'approved',
  changesRequested: 'changes requested',
  void: 'approval is void',
}

export function ApprovalNote({ state = 'none' }: { state: ApprovalState | undefined }) {
  return texts[state] && <p className="mt-1 text-[0.8125rem] leading-[1.3] text-muted">{texts[state]}</p>
}
