import { expect, it } from '@jest/globals'
import { toTarget } from './link-address.ts'

it.each([
  ['example.com', 'https://example.com'],
  ['www.example.com/a', 'https://www.example.com/a'],
  ['Example.com:8080?b#c', 'https://Example.com:8080?b#c'],
  ['müller.example', 'https://müller.example'],
  ['ada@example.com', 'mailto:ada@example.com'],
  ['http://example.com/a b', 'http://example.com/a b'],
  ['tel:+1 555 0142', 'tel:+1 555 0142'],
  ['/blog/a.b', '/blog/a.b'],
  ['../about', '../about'],
  ['#top', '#top'],
  ['about', 'about'],
  ['example.com is here', null],
  ['see the docs', null],
  ['javascript:alert(1)', null],
])('the address %j becomes the target %j', (address, target) => {
  expect(toTarget(address)).toBe(target)
})
