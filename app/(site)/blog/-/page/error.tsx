'use client'

import { ListFailure } from '#components/blog/list-failure.tsx'
import { Button } from '#components/ui/button.tsx'

export default function BlogListError({ retry }: { retry: () => void }) {
  return <ListFailure retry={<Button onClick={() => retry()}>Try again</Button>} />
}
