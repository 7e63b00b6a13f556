'use client'

import { createContext, useContext, type ReactNode } from 'react'
import { EmailLink } from '#components/ui/link.tsx'

interface Site {
  name: string
  email: string
}

const SiteContext = createContext<Site>({ name: '', email: '' })

export const useSite = () => useContext(SiteContext)

export const SiteProvider = ({ name, email, children }: Site & { children: ReactNode }) => (
  <SiteContext value={{ name, email }}>{children}</SiteContext>
)

export const SiteEmail = () => <EmailLink address={useSite().email} />
