import { Editor } from '@milkdown/kit/core'
import { JSDOM } from 'jsdom'
import { createCodec } from '../codec.ts'
import { configureMarkdown, markdownPlugins } from '../schema.ts'

/** Provides the browser globals that ProseMirror and Milkdown need in Node. */
export function openDom() {
  const { window } = new JSDOM('', { pretendToBeVisual: true })
  const { CustomEvent, DOMParser, HTMLElement, MutationObserver, Node, document } = window
  Object.assign(globalThis, {
    CustomEvent,
    DOMParser,
    HTMLElement,
    MutationObserver,
    Node,
    document,
    window,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    getSelection: window.getSelection.bind(window),
  })
}

export async function openCodec() {
  openDom()
  const editor = await Editor.make().config(configureMarkdown).use(markdownPlugins).create()
  return createCodec(editor.ctx)
}
