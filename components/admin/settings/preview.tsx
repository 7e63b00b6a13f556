'use client'

import { useWatch } from 'react-hook-form'
import { AnnouncementLine } from '#components/site/announcement.tsx'
import { Footer } from '#components/site/footer.tsx'
import { Header } from '#components/site/header.tsx'
import { flagSvg } from '#lib/flag-covers.ts'
import { currentAnnouncement } from '#lib/settings/announcement.ts'
import { useSettingsForm, type SettingsFields } from './settings-fields.ts'

export function Preview() {
  const { control, getValues } = useSettingsForm()
  useWatch({ control })
  const fields = getValues()
  const announcement = currentAnnouncement(fields)
  return (
    <section aria-labelledby="preview" className="settings-preview">
      <h2 id="preview" className="text-lg font-bold">
        Preview
      </h2>
      <div inert className="settings-preview-frame">
        <div className="settings-preview-page">
          {announcement && <AnnouncementLine {...announcement} />}
          <Header name={fields.name} />
          <div className="settings-preview-gap" />
          <Footer settings={fields} />
        </div>
      </div>
      <h3 className="mt-5 mb-2 font-semibold">Share card</h3>
      <ShareCard {...fields} />
      <p className="mt-2 text-sm text-muted">
        <span className="block font-semibold text-ink">
          {fields.name}: app and web development, SEO and marketing
        </span>
        {fields.description}
      </p>
    </section>
  )
}

function ShareCard({ name, tagline, shareImage }: SettingsFields) {
  if (shareImage) return <img src={shareImage.url} alt="" className="aspect-[1200/630] w-full object-cover" />
  const flags = `data:image/svg+xml,${encodeURIComponent(flagSvg('home', { width: 420, height: 630 }))}`
  return (
    <div className="settings-card">
      <div className="settings-card-text">
        <p>Software agency</p>
        <p className="settings-card-title">{tagline}</p>
        <p className="settings-card-brand">{name}</p>
      </div>
      <img src={flags} alt="" className="h-full" />
    </div>
  )
}
