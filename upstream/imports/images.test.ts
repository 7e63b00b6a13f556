import { it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { findImages, ImageIndex } from './images.ts'
import { emptySource } from './source.ts'

it.each(['#', '/wp-content/uploads/'])('an address of many %j is read in linear time', (part) => {
  const index = new ImageIndex([])
  expectLinear((address) => void findImages({ ...emptySource, cover: `${address}\n` }, index), part)
})
