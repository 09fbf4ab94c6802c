// An answer on the page. A call is shown from its first delta on: its name, its arguments as far as they are written, its
// result.
import type { Part } from './chat.ts';

/** Makes an element. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** What becomes of a call. */
type CallState = 'writing' | 'running' | 'done' | 'failed' | 'stopped';

class CallView {
  readonly #state = create('span', { className: 'state' });
  readonly #input = create('pre', { className: 'input' });
  readonly #output = create('pre', { className: 'output', hidden: true });
  readonly element: HTMLElement;

  constructor(name: string) {
    const title = create('header', {}, create('code', { textContent: name }), this.#state);
    this.element = create('section', { className: 'call' }, title, this.#input, this.#output);
    this.state = 'writing';
  }

  get state(): CallState {
    return this.element.dataset.state as CallState;
  }

  set state(state: CallState) {
    this.element.dataset.state = state;
    this.#state.textContent = state;
  }

  write(delta: string): void {
    this.#input.append(delta);
  }

  finish(state: CallState, output: string): void {
    this.state = state;
    this.#output.hidden = false;
    this.#output.textContent = output;
  }
}

/** One answer; shows parts as they come. */
export class AnswerView {
  readonly element = create('li', { className: 'answer' });
  readonly #calls = new Map<string, CallView>();
  #text: HTMLElement | undefined;

  show(part: Part): void {
    switch (part.type) {
      case 'text-delta':
        this.#write('text', part.text);
        break;
      case 'reasoning-delta':
        this.#write('thought', part.text);
        break;
      case 'tool-input-start':
        this.#startCall(part.id, part.toolName);
        break;
      case 'tool-input-delta':
        this.#calls.get(part.id)?.write(part.delta);
        break;
      case 'tool-call':
        this.#runCall(part.toolCallId);
        break;
      case 'tool-result':
        this.#calls.get(part.toolCallId)?.finish('done', JSON.stringify(part.output));
        break;
      case 'tool-error':
        this.#calls.get(part.toolCallId)?.finish('failed', messageOf(part.error));
        break;
      case 'error':
        this.#note(messageOf(part.error));
        break;
      case 'abort':
        this.#stop();
        break;
    }
  }

  #write(className: string, delta: string): void {
    if (this.#text?.className !== className) {
      if (delta.trim() === '') return;
      this.#text = create('p', { className });
      this.element.append(this.#text);
    }
    this.#text.append(delta);
  }

  #startCall(id: string, name: string): void {
    const call = new CallView(name);
    this.#calls.set(id, call);
    this.#text = undefined;
    this.element.append(call.element);
  }

  #runCall(id: string): void {
    const call = this.#calls.get(id);
    if (call) call.state = 'running';
  }

  #stop(): void {
    for (const call of this.#calls.values())
      if (call.state === 'writing' || call.state === 'running') call.state = 'stopped';
    this.#note('Stopped.');
  }

  #note(text: string): void {
    this.#text = undefined;
    this.element.append(create('p', { className: 'note', textContent: text }));
  }
}

/** What an error says. Engines in a worker reject with text. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
