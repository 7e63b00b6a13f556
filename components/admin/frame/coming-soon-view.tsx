import { Flag } from '#components/flags/flag.tsx'

export function ComingSoon({ name, promise }: { name: string; promise: string }) {
  return (
    <section className="max-w-measure">
      <Flag signal={name.charAt(0)} className="h-14" />
      <h1 className="mt-6 text-head">Coming Soon</h1>
      <p className="mt-2 text-muted">
        {name}: {promise}
      </p>
    </section>
  )
}
