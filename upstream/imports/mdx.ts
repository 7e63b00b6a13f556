import { maskCode } from '#contract/markdown-code.ts'
import { encodeTarget, escapeLinkText } from '#contract/markdown-links.ts'
import { toVideo } from './embeds.ts'
import { imageFile, otherImage } from './images.ts'
import { replaceTags } from './shortcodes.ts'

// Repetitions have limits, so that no text takes more than linear time.

/** Statements end at an empty line. */
const statement = /^(?:import|export)\b[^\n]{0,2000}(?:\n(?![ \t]*(?:\n|$))[^\n]{0,2000}){0,100}(?:\n|$)/gm
const imported = /\bimport\s{1,9}([\w$]{1,100})\s{1,9}from\s{1,9}["']([^"'\n]{1,500})["']/g
const comment = /\{\/\*(?:[^*{]|\*(?!\/)|\{(?!\/\*)){0,5000}\*\/\}/g
const image = /<(?:Image|Img|Picture|img)\s((?:[^<>{}]|\{[^{}]{0,500}\}){1,2000}?)\/?>/g
const video = /<(YouTube|Vimeo)\s([^<>{}]{1,500}?)(?:\/>|>\s{0,99}<\/\1>)/g

function toAttribute(attributes: string, name: string): string | undefined {
  const [, double, single, expression] =
    new RegExp(String.raw`(?:^|\s)${name}=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\})`).exec(attributes) ?? []
  return double ?? single ?? expression?.trim().replace(/^(["'\x60])(.*)\1$/, '$2')
}

const component = /<[A-Z]|\{[^{}\n]{1,500}\}/

export const hasComponents = (content: string) => component.test(maskCode(content))

/** Imported images and videos become Markdown; other components stay. */
export function convertMdx(content: string): string {
  const files = new Map<string, string>()
  const text = replaceTags(content, statement, (lines) => {
    for (const [, name = '', path = ''] of lines.matchAll(imported)) files.set(name, path)
    return ''
  })
  const visible = replaceTags(text, comment, () => '')
  const images = replaceTags(visible, image, (tag, attributes = '') => {
    const source = toAttribute(attributes, 'src') ?? ''
    const isAddress = !tag.startsWith('<img') && (imageFile.test(source) || otherImage.test(source))
    const path = files.get(source.replace(/\.src$/, '')) ?? (isAddress ? source : undefined)
    const alt = escapeLinkText(toAttribute(attributes, 'alt') ?? '')
    return path === undefined ? tag : `![${alt}](${encodeTarget(path)})`
  })
  const videos = replaceTags(images, video, (tag, host = '', attributes = '') => {
    const id = toAttribute(attributes, 'id')
    if (!id) return tag
    return /^https?:\/\//.test(id) ? id : toVideo(host.toLowerCase(), id)
  })
  return videos.trim()
}
