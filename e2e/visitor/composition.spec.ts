import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { layOutAll, visit } from '../support/visit.ts'

const postWithImage = '/blog/measuring-lcp-on-real-phones'
const postWithoutImage = '/blog/release-train-for-four'

/** A number in a line moves sideways by a few pixels with some system fonts. */
const MAX_SIDEWAYS = 0.0001

test.describe('composition', { tag: '@once' }, () => {
  test('nothing moves while fonts arrive on slow 4G', async ({ context, allowed }) => {
    allowed.push(networkError(404))
    await context.addInitScript((maxSideways) => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
      const isSideways = ({ previousRect: before, currentRect: after }: Source) =>
        before.y === after.y && before.height === after.height
      const describe = (sources: Source[]) =>
        sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${JSON.stringify([previousRect, currentRect])}`,
        )
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (
            'value' in entry &&
            'sources' in entry &&
            Array.isArray(entry.sources) &&
            !(Number(entry.value) < maxSideways && entry.sources.every(isSideways))
          )
            shifts.push(`${entry.value} at ${Math.round(entry.startTime)} ms: ${describe(entry.sources)}`)
      }).observe({ type: 'layout-shift', buffered: true })
    }, MAX_SIDEWAYS)
    const measure = async (path: string) => {
      const page = await context.newPage()
      await page.setViewportSize({ width: 375, height: 740 })
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1_600_000 / 8,
        uploadThroughput: 750_000 / 8,
      })
      await page.route('**/*.woff2', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        await route.continue()
      })
      await page.goto(path)
      const measured = await page.evaluate(async () => {
        await document.fonts.ready
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        const fonts = performance
          .getEntriesByType('resource')
          .flatMap((entry) =>
            entry instanceof PerformanceResourceTiming && entry.name.endsWith('.woff2')
              ? [entry.responseEnd]
              : [],
          )
        return {
          shifts: 'shifts' in window ? window.shifts : undefined,
          paintedBeforeFonts: (paint?.startTime ?? Infinity) < Math.max(...fonts),
        }
      })
      await page.unrouteAll({ behavior: 'wait' })
      await page.close()
      return { path, ...measured }
    }
    const paths = ['/', '/about', '/services', '/blog', '/contact', '/newsletter', '/blog/no-such-article']
    for (const group of [paths.slice(0, 4), [...paths.slice(4), postWithImage, postWithoutImage]])
      for (const { path, shifts, paintedBeforeFonts } of await Promise.all(group.map(measure))) {
        expect(paintedBeforeFonts, `${path} is painted in the fallback fonts first`).toBe(true)
        expect(shifts, path).toEqual([])
      }
  })

  test('fonts are requested before the first layout', async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return
        observer.disconnect()
        const faces = [...document.fonts].filter(({ status }) => status !== 'unloaded')
        Object.assign(window, { wanted: faces.map(({ family }) => family) })
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/')
    expect(await page.evaluate(() => 'wanted' in window && window.wanted)).toEqual(['Bricolage', 'Literata'])
  })

  test('nothing is painted before the whole header has arrived', async ({ page, site, allowed }) => {
    allowed.push(networkError(404))
    const release = Promise.withResolvers<undefined>()
    const html = await (await fetch(`${site.url}/`)).text()
    const [start = '', end = ''] = html.split(/(?=<button[^>]*aria-haspopup="dialog")/)
    const slow = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').write(start)
      void release.promise.then(() => response.end(end))
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const address = slow.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await page.setViewportSize({ width: 375, height: 740 })
    await page.route(/127\.0\.0\.1:\d+\/.+/, (route) => route.fulfill({ status: 404 }))
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('header .needs-script'), null, { polling: 20 })
    const isHeld = await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      requestAnimationFrame(() => resolve(false))
      setTimeout(() => resolve(true), 500)
      return promise
    })
    expect(isHeld).toBe(true)
    release.resolve(undefined)
    await expect(page.getByRole('button', { name: 'Menu' })).toBeAttached()
    slow.close()
  })

  test('nothing moves while the first screen arrives in pieces', async ({ page, site, allowed }) => {
    allowed.push(networkError(404))
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry && 'sources' in entry && Array.isArray(entry.sources))
            moved.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.className).join(', ')}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Scripts of later moments are requested when the server is closed.
    await page.route(/\/_next\//, (route) => route.fulfill({ status: 404 }))
    const paint = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return document.querySelector('.hoist-flag')?.getBoundingClientRect().width
      })
    for (const path of ['/', '/services'])
      for (const width of [375, 768, 1440]) {
        const html = await (await fetch(`${site.url}${path}`)).text()
        const main = html.indexOf('>', html.indexOf('<main')) + 1
        const loading = Promise.withResolvers<ServerResponse>()
        const slow = createServer(({ url }, response) => {
          if (url === '/') loading.resolve(response)
          else response.writeHead(404).end()
        })
        await once(slow.listen(0, '127.0.0.1'), 'listening')
        const address = slow.address()
        const port = typeof address === 'object' ? address?.port : undefined
        await page.setViewportSize({ width, height: 740 })
        const opened = page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' })
        const response = await loading.promise
        response.setHeader('content-type', 'text/html; charset=utf-8').write(html.slice(0, main))
        await opened
        const flagWidths = new Set<number | undefined>()
        for (let start = main; start < main + 8_000; start += 400) {
          response.write(html.slice(start, start + 400))
          flagWidths.add(await paint())
        }
        await expect(page.locator('.hoist-flag').first()).toBeVisible()
        flagWidths.add(await paint())
        flagWidths.delete(undefined)
        expect(flagWidths.size, `sizes of a flag on ${path} at ${width}`).toBe(1)
        expect(await page.evaluate(() => 'moved' in window && window.moved), `${path} at ${width}`).toEqual(
          [],
        )
        response.end(html.slice(main + 8_000))
        await page.waitForLoadState()
        slow.close()
      }
  })

  test('a partly loaded footer is at its final position', async ({ page, allowed }) => {
    allowed.push(networkError(404))
    await page.setViewportSize({ width: 375, height: 740 })
    await page.goto('/blog/no-such-article')
    const [whole, part] = await page.locator('footer').evaluate((footer) => {
      const top = () => footer.getBoundingClientRect().top
      const before = top()
      footer.querySelector('ul')?.remove()
      footer.firstElementChild?.lastElementChild?.remove()
      return [before, top()]
    })
    expect(part).toBe(whole)
  })

  test('parts below the first screen have about their height before they are laid out', async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    for (const width of [375, 768, 1440])
      for (const path of ['/', '/about', '/blog', postWithImage]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expect(page.locator('.below-fold').first()).toBeAttached()
        const estimated = await height()
        await layOutAll(page)
        expect(Math.abs(estimated / (await height()) - 1), `${path} at ${width}`).toBeLessThan(0.025)
      }
  })

  test('all parts of a page are laid out after it has loaded', async ({ page, request }) => {
    expect(await (await request.get('/')).text()).toContain('below-fold')
    await page.goto('/')
    await expect(page.locator('.below-fold')).toHaveCount(0)
  })

  test('an article has one left edge and shows its first sentence', async ({ page }) => {
    const article = page.getByRole('main').getByRole('article')
    for (const [path, width] of [
      [postWithImage, 1440],
      [postWithoutImage, 1440],
      [postWithoutImage, 1920],
      [postWithoutImage, 768],
      [postWithoutImage, 375],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      if (new URL(page.url()).pathname !== path) await page.goto(path)
      const cover = article.locator('.article-cover > :is(img, svg)')
      const parts = [
        article.getByRole('heading', { level: 1 }),
        article.locator('header time').locator('..'),
        cover,
        article.locator('.article > p').first(),
      ]
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
      expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size, `${path} at ${width}`).toBe(1)
      expect(boxes[2]?.height).toBeLessThanOrEqual(0.36 * 900)
      if (width >= 1440) expect((boxes[3]?.y ?? Infinity) + 62).toBeLessThanOrEqual(900)
      if (path === postWithImage) continue
      const isFilled = await cover.evaluate((drawing) => {
        const frame = drawing.getBoundingClientRect()
        const field = drawing.querySelector('rect')?.getBoundingClientRect()
        return (
          field !== undefined &&
          Math.round(frame.width) === drawing.parentElement?.clientWidth &&
          field.left <= frame.left + 0.5 &&
          field.right >= frame.right - 0.5 &&
          field.top <= frame.top + 0.5 &&
          field.bottom >= frame.bottom - 0.5 &&
          [...drawing.querySelectorAll('path')]
            .map((shape) => shape.getBoundingClientRect())
            .every(({ top, bottom }) => top >= frame.top - 0.5 && bottom <= frame.bottom + 0.5)
        )
      })
      expect(isFilled, `whole flags fill the frame of the cover at ${width}`).toBe(true)
    }
  })

  test('a diagram uses the site’s font and follows its theme', async ({ page, request }) => {
    const folder = new URL('../../public/figures/', import.meta.url)
    for (const name of await readdir(folder)) {
      const drawing = await (await request.get(`/figures/${name}`)).text()
      expect(drawing, name).toMatch(/@font-face\{font-family:Bricolage;.*prefers-color-scheme:dark/s)
    }
    await visit(page, postWithImage)
    const diagram = page.locator('.article img[src^="/figures/"]').first()
    await diagram.scrollIntoViewIfNeeded()
    await expect(diagram).toHaveJSProperty('complete', true)
    const ground = () =>
      diagram.evaluate((image) => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
        if (image instanceof HTMLImageElement) canvas?.drawImage(image, 0, 0)
        return canvas?.getImageData(4, 4, 1, 1).data.slice(0, 3).join(' ')
      })
    expect(await ground()).toBe('246 241 230')
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect.poll(ground).toBe('13 22 32')
  })

  test('a transparent image has a light ground in the dark theme', async ({ page, staff }) => {
    const channels = { width: 640, height: 400, channels: 4 } as const
    const png = sharp({ create: { ...channels, background: '#0000' } }).png()
    const coverImage = new Blob([new Uint8Array(await png.toBuffer())], { type: 'image/png' })
    const { slug } = await staff.create({
      title: unique('Transparent'),
      content: '![A flag](/icon.svg)',
      coverImage,
    })
    await visit(page, `/blog/${slug}`)
    const images = page.getByRole('main').locator('.article-cover img, .article img')
    await expect(images).toHaveCount(2)
    const grounds = () =>
      images.evaluateAll((list) => list.map((image) => getComputedStyle(image).backgroundColor))
    const [none, paper] = ['rgba(0, 0, 0, 0)', 'rgb(243, 237, 224)']
    expect(await grounds()).toEqual([none, none])
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect.poll(grounds).toEqual([paper, paper])
  })

  test('the newest post gets double width on the first page only, and keeps its distance to the cover without tags', async ({
    page,
    staff,
  }) => {
    const { title } = await staff.create({ title: unique('Untagged') })
    const ratio = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      const [first = 0, second = 1] = await page
        .locator('.post-grid > article')
        .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().width)))
      return first / second
    }
    await page.goto('/blog')
    const card = page.locator('.post-card').filter({ hasText: title })
    await expect(card.locator('.post-card-title')).toHaveCSS('margin-top', '20px')
    expect(await ratio(1440)).toBeGreaterThan(2)
    expect(await ratio(768)).toBeGreaterThan(2)
    expect(await ratio(375)).toBe(1)
    for (const path of ['/blog?page=2', '/blog?tag=Process', '/blog?search=the']) {
      await page.goto(path)
      expect(await ratio(1440), path).toBe(1)
    }
  })

  test('the marker of an open question rotates', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/contact')
    const question = page.locator('main details').first().locator('summary')
    const turn = () => question.evaluate((summary) => getComputedStyle(summary, '::after').transform)
    expect(await turn()).toBe('none')
    await question.click()
    await expect.poll(turn).toBe('matrix(0, 1, -1, 0, 0, 0)')
  })

  test('on Home, figures share a line, dots are on whole pixels, and a link on blue is yellow on hover', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    const link = page.locator('.bg-flag-blue').getByRole('link', { name: 'How it was done' }).first()
    await link.hover()
    await expect(link).toHaveCSS('color', 'rgb(242, 185, 29)')

    await layOutAll(page)
    for (const width of [375, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const dots = await page.getByRole('img', { name: '10,000 dots' }).boundingBox()
      expect((dots?.width ?? 0) / 125, `pixels between dots at ${width}`).toBeGreaterThanOrEqual(2)
      expect(((dots?.width ?? 0) / 125) % 1, `at ${width}`).toBeCloseTo(0, 3)
    }
    const figures = page.getByRole('list', { name: 'Halyard in figures' }).getByRole('listitem')
    for (const width of [1024, 1440, 2560, 3120, 3440, 4590]) {
      await page.setViewportSize({ width, height: 1440 })
      const tops = await figures.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
      expect(new Set(tops).size, `lines at ${width}`).toBe(1)
    }
  })

  test('a tag of 48 characters wraps on phones', async ({ page, staff }) => {
    const tag = 'Donaudampfschifffahrtselektrizitaetenhauptbetrie'
    const { slug } = await staff.create({ title: unique('Long tag'), tags: [tag] })
    for (const path of ['/blog', `/blog?tag=${tag}`, `/blog/${slug}`]) {
      await page.setViewportSize({ width: 320, height: 740 })
      await visit(page, path)
      await layOutAll(page)
      if (path === '/blog') await page.locator('.tag-filter summary').click()
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 740 })
        await expect(page.getByText(tag).first()).toBeVisible()
        const overflow = await page
          .locator('main *')
          .evaluateAll((elements) =>
            elements
              .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
              .map((element) => element.outerHTML.slice(0, 80)),
          )
        expect(overflow, `${path} at ${width}`).toEqual([])
      }
    }
  })
})

test(
  'prints the light theme with the addresses of links to other sites',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { slug } = await staff.create({
      title: unique('On paper'),
      excerpt: 'Read away from the screen.',
      content:
        '## One\n\nSee [the tides](https://tides.example/today).\n\n- [Our work](/services)\n- https://tides.example/bare\n\n`const a = 1`\n\n---\n\nhttps://vimeo.com/76979871\n\n' +
        `| ${'configuration_of_analytics | '.repeat(9)}\n|${'---|'.repeat(9)}\n\n` +
        `| Availability | Comment |\n|---|---|\n| Yes | ${'Measured on each of the last thirty days. '.repeat(40)} |`,
    })
    // The frame of the video has no storage while it cannot be loaded.
    await page.addInitScript(() => window === window.top && localStorage.setItem('theme', 'dark'))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const path of ['/', '/work/saas-dashboard', `/blog/${slug}`]) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
      await expect(page.getByRole('banner')).toHaveText('Halyard', { useInnerText: true })
      const faint = await page.locator('main').evaluate((main) => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
        const luminance = (color: string) => {
          if (!canvas) return 0
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
            value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
          )
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }
        const groundOf = (element: Element | null): string => {
          if (!element) return '#fff'
          const { backgroundColor } = getComputedStyle(element)
          return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor
        }
        return [...main.querySelectorAll('*')]
          .filter((element) => element.checkVisibility())
          .filter((element) =>
            [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
          )
          .map((element) => {
            const [high = 1, low = 0] = [
              luminance(getComputedStyle(element).color),
              luminance(groundOf(element)),
            ].toSorted((a, b) => b - a)
            return { text: element.textContent.trim().slice(0, 40), contrast: (high + 0.05) / (low + 0.05) }
          })
          .filter(({ contrast }) => contrast < 7)
      })
      expect(faint, path).toEqual([])
    }
    for (const path of ['/', '/blog?page=2']) {
      await page.goto(path)
      const looks = await page.locator('main :is(.button, .page-button, .tag)').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { backgroundColor, borderTopStyle } = getComputedStyle(button)
          return `${backgroundColor}, ${borderTopStyle}`
        }),
      )
      expect([...new Set(looks)], `buttons of ${path}`).toEqual(['rgba(0, 0, 0, 0), solid'])
    }
    await page.goto(`/blog/${slug}`)
    await page.setViewportSize({ width: 718, height: 1000 })
    for (const table of await page.locator('.table-scroll').all())
      expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const header = page.getByRole('columnheader', { name: 'Availability' })
    const lines = await header.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    const printed = page
      .locator('.article a')
      .filter({ hasText: /the tides|work/ })
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content))
    expect((await printed).join()).toMatch(/\/\/tides\.example\/today\)"?,none$/)
    const bare = page.getByRole('link', { name: 'https://tides.example/bare' })
    expect(await bare.evaluate((link) => getComputedStyle(link, '::after').content)).toBe('none')
    await expect(page.locator('.article hr')).toHaveCSS('print-color-adjust', 'exact')
    await expect(page.locator('.article iframe')).toBeHidden()
    const video = page.getByText('Video: https://vimeo.com/76979871')
    await expect(video).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect(video).toBeHidden()
  },
)

test(
  'prints whole lines, headings beside their text and the line of the timeline',
  { tag: '@once' },
  async ({ page, staff }) => {
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1123, height: 794 })
    await page.goto('/about')
    for (const name of ['.values > li', '.team > li'])
      for (const item of await page.locator(name).all()) {
        await expect(item).toHaveCSS('transform', 'none')
        await expect(item).toHaveCSS('break-inside', 'avoid')
      }
    for (const heading of await page.locator('main').getByRole('heading', { level: 2 }).all())
      await expect(heading).toHaveCSS('break-after', 'avoid')
    await expect(page.locator('.section-head').first()).toHaveCSS('break-inside', 'avoid')
    await expect(page.locator('.section-head').first()).toHaveCSS('break-after', 'avoid')
    await expect(page.locator('.timeline-line')).toHaveCSS('print-color-adjust', 'exact')
    await page.goto('/')
    for (const figure of await page.locator('.stat').all())
      await expect(figure).toHaveCSS('break-inside', 'avoid')

    const { slug } = await staff.create({
      title: unique('Tall'),
      content:
        '![A tall flag](/icon.svg)\n\n<img src="/icon.svg" alt="A small flag" width="20" height="20">\n\n<img src="/icon.svg" alt="A long strip" width="400" height="3200">',
    })
    await page.goto(`/blog/${slug}`)
    const small = await page.getByAltText('A small flag').boundingBox()
    expect(small).toMatchObject({ width: 20, height: 20 })
    const draw = (image: Locator, height: number) =>
      image.evaluate((element, height) => {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="${height}"></svg>`
        if (element instanceof HTMLImageElement) element.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
      }, height)
    const strip = page.getByAltText('A long strip')
    await draw(strip, 7200)
    // 22 cm
    await expect.poll(async () => (await strip.boundingBox())?.height).toBeCloseTo(831.5, 0)
    await expect(strip).toHaveCSS('object-fit', 'contain')
    const image = page.getByAltText('A tall flag')
    await draw(image, 1600)
    const size = () => image.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight)
    await expect.poll(size).toBeCloseTo(900 / 1600, 2)
    expect((await image.boundingBox())?.height).toBeLessThan(842)
  },
)
