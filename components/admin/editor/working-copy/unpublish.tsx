import { Button } from '#components/ui/button.tsx'

export const Unpublish = ({ onClick }: { onClick: () => void }) => (
  <div className="grid justify-items-start gap-1.5">
    <p className="font-semibold">Published</p>
    <p className="text-sm text-muted">Visitors see this post without your unpublished changes.</p>
    <Button variant="plain" onClick={onClick}>
      Unpublish
    </Button>
  </div>
)
