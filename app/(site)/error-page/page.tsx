import { redirect } from 'next/navigation'
import { MissingPageView, missingPages } from '#components/site/missing-page.tsx'
import { ErrorPageView } from '#components/site/page-error.tsx'
import { renderContext } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

const statusOf = () => renderContext.getStore()?.status ?? 200

const isMissing = (status: number): status is keyof typeof missingPages => status in missingPages

export async function generateMetadata() {
  const status = statusOf()
  const title = isMissing(status) ? missingPages[status].title : 'This page could not be loaded'
  return { title: `${title} | ${(await getSettings()).name}`, robots: { index: false } }
}

/** The page cache renders this page in place of a document that failed, for a missing file, for a path that is marked as gone, and for a malformed one. */
export default function ErrorPage() {
  const status = statusOf()
  if (status < 400) redirect('/')
  return isMissing(status) ? <MissingPageView status={status} /> : <ErrorPageView />
}
