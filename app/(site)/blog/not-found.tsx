import { PostProblem } from '#components/blog/post-problem.tsx'
import { postTexts } from '#lib/blog/texts.ts'

export default function PostNotFound() {
  return <PostProblem title={postTexts.missing} />
}
