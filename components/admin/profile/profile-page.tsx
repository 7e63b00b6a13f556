'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState, type ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { OwnProfile } from '#contract/profile.ts'
import './profile.css'
import { AuthorForm } from './author-form.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

interface ProfilePageProps {
  profile: OwnProfile
  hasPage: boolean
}

export function ProfilePage({ profile: loaded, hasPage }: ProfilePageProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const [profile, setProfile] = useState(loaded)
  const update = (saved: OwnProfile) => {
    setProfile(saved)
    void queries.invalidateQueries()
    // The staff frame shows the name and the photo.
    router.refresh()
  }
  /** When another window has saved too, the old version is kept, so that the author form detects the conflict. */
  const updateEmail = (saved: OwnProfile) => {
    const { version } = profile
    update({ ...saved, version: saved.version === version + 1 ? saved.version : version })
  }
  return (
    <>
      <h1 className="sr-only">Your Profile</h1>
      <Section
        id="author"
        title="Author"
        text={
          hasPage ? (
            <>
              What readers see beside your articles and on{' '}
              <SiteLink href={`/authors/${profile.slug}`} target="_blank" className="link">
                your page
              </SiteLink>
              .
            </>
          ) : (
            'What readers see beside your articles. Your own page appears with your first published article.'
          )
        }
      >
        <AuthorForm profile={profile} onSaved={update} />
      </Section>
      <Section
        id="email-address"
        title="Email address"
        text="You sign in with this address. Readers do not see it."
      >
        <EmailForm profile={profile} onSaved={updateEmail} />
      </Section>
      <Section
        id="change-password"
        title="Password"
        text="A new password signs you out on all other devices."
      >
        <PasswordForm email={profile.email} />
      </Section>
      <Section id="sessions" title="Sessions" text="Where you are signed in.">
        <SessionList />
      </Section>
    </>
  )
}

interface SectionProps {
  id: string
  title: string
  text: ReactNode
  children: ReactNode
}

function Section({ id, title, text, children }: SectionProps) {
  const hydrated = useHydrated()
  return (
    <section aria-labelledby={id} className="profile-section">
      <div>
        <h2 id={id} className="text-xl font-bold">
          {title}
        </h2>
        <div className="mt-1 text-muted">{text}</div>
      </div>
      {/* The forms would replace what is typed before hydration. */}
      <fieldset disabled={!hydrated} className="min-w-0">
        {children}
      </fieldset>
    </section>
  )
}
