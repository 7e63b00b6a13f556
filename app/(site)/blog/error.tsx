'use client'

import { PostProblem } from '#components/blog/post-problem.tsx'
import { Button } from '#components/ui/button.tsx'
import { postTexts } from '#lib/blog/texts.ts'

export default function PostError({ retry }: { retry: () => void }) {
  return <PostProblem title={postTexts.failed} retry={<Button onClick={() => retry()}>Try again</Button>} />
}
