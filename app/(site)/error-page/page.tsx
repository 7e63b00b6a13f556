import { redirect } from 'next/navigation'
import { GonePageView, goneTitle } from '#components/site/gone-page.tsx'
import { ErrorPageView } from '#components/site/page-error.tsx'
import { renderContext } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

const statusOf = () => renderContext.getStore()?.status ?? 200

const GONE = 410

export async function generateMetadata() {
  const title = statusOf() === GONE ? goneTitle : 'This page could not be loaded'
  return { title: `${title} | ${(await getSettings()).name}`, robots: { index: false } }
}

/** The page cache renders this page in place of a document that failed, and for a path that is marked as gone. */
export default function ErrorPage() {
  const status = statusOf()
  if (status < 400) redirect('/')
  return status === GONE ? <GonePageView /> : <ErrorPageView />
}
