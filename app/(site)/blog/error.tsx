'use client'

import { PostProblem } from '#components/blog/post-problem.tsx'
import { Button } from '#components/ui/button.tsx'
import { postTexts } from '#lib/blog/texts.ts'

export default function PostError({ retry }: { retry: () => void }) {
  return (
    <PostProblem title={postTexts.failed}>
      <p className="mb-8">
        <Button onClick={() => retry()}>Try again</Button>
      </p>
    </PostProblem>
  )
}
