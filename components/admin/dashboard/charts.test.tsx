import { expect, it } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { ViewsByMonth } from './charts.tsx'

const months = (views: number[]) =>
  views.map((count, index) => ({ month: `2026-0${index + 1}`, views: count }))

it('says that there are no views instead of drawing an empty chart', () => {
  const html = renderToStaticMarkup(<ViewsByMonth months={months([0, 0, 0, 0, 0, 0])} />)
  expect(html).toContain('<p class="font-semibold">No views yet.</p>')
  expect(html).not.toMatch(/<svg|<table/)
})

it('draws the months as soon as one has views', () => {
  const html = renderToStaticMarkup(<ViewsByMonth months={months([0, 0, 0, 0, 0, 1])} />)
  expect(html.match(/<rect/g)).toHaveLength(6)
  expect(html).not.toContain('No views yet.')
})
