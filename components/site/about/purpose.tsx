import { Flag } from '#components/flags/flag.tsx'
import { mission, vision } from '#lib/content/about.ts'

export function Purpose() {
  return (
    <section aria-label="Vision and mission" className="purpose">
      <div className="purpose-vision">
        <h2 className="text-lead font-semibold">Vision</h2>
        <p className="mt-6 max-w-[22ch] text-title">{vision}</p>
      </div>
      <div className="purpose-mission">
        <Flag signal="M" className="size-16" />
        <h2 className="mt-8 text-lead font-semibold">Mission</h2>
        <p className="mt-4 max-w-[36ch] font-reading text-lead">{mission}</p>
      </div>
    </section>
  )
}
