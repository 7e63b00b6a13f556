import sharp from 'sharp'

/** Untrusted bytes must not reach any other decoder. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** Disables the cache, so that no decoded image stays in memory. */
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
