import { redirect } from 'next/navigation'
import { ErrorPageView } from '#components/site/error-views.tsx'
import { renderContext } from '#lib/process-context.ts'
import { site } from '#lib/site.ts'

export const metadata = { title: `This page could not be loaded | ${site.name}`, robots: { index: false } }

/** The page cache renders this in place of a document that failed. */
export default function ErrorPage() {
  const status = renderContext.getStore()?.status ?? 200
  if (status < 400) redirect('/')
  return <ErrorPageView />
}
