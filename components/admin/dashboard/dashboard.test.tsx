import { expect, it } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { sampleStats } from '#lib/admin/sample-stats.ts'
import { Dashboard } from './dashboard.tsx'

it('hides views from roles without analytics', () => {
  const { views, ...stats } = sampleStats()
  const role = 'author'
  const render = (shown: ReturnType<typeof sampleStats>) =>
    renderToStaticMarkup(<Dashboard stats={shown} role={role} />)
  expect(render({ ...stats, views })).toMatch(/Views by month/)
  expect(render(stats)).not.toMatch(/views/i)
  expect(render(stats)).toMatch(/Posts by status/)
})

it('offers the quick actions before the activity, which is long on a phone', () => {
  const role = 'author'
  const markup = renderToStaticMarkup(<Dashboard stats={sampleStats()} role={role} />)
  expect(markup).toMatch(/Quick actions.*Write a post.*Recent activity/s)
})

it('compares finished days with as many days before', () => {
  const { views, ...stats } = sampleStats()
  const role = 'owner'
  const markup = (finished: number, finishedBefore: number) =>
    renderToStaticMarkup(
      <Dashboard
        stats={{
          ...stats,
          views: { months: [], ...views, recent: 11, before: 12, finished, finishedBefore },
        }}
        role={role}
      />,
    )
  expect(markup(10, 10)).toContain('In 30 days, 12 in the previous 30 days (±0% without today)')
  expect(markup(9, 9)).toContain('In 30 days, 12 in the previous 30 days<')
})

it('links only the posts that the reader can edit', () => {
  const stats = sampleStats()
  const [, ...others] = stats.activity
  const activity = others.map((entry, index) => ({
    ...entry,
    object: { ...entry.object, id: `post-${index}` },
    editable: index !== 0,
  }))
  const role = 'author'
  const markup = renderToStaticMarkup(<Dashboard stats={{ ...stats, activity }} role={role} />)
  expect(markup).not.toMatch(/blogs\/edit\/post-0/)
  expect(markup).toMatch(/blogs\/edit\/post-2/)
})
