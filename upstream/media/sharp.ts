import sharp from 'sharp'

/** Untrusted bytes must not reach any other decoder. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** Nothing of a decoded image stays in memory. */
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
