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
