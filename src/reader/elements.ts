// Payload of elements: the call is an XML element named after the tool, its parameters are the elements in it.
//
//   <get_weather><city>Paris</city><days>3</days></get_weather>
//
// A parameter that the schema wants as text is raw: tags in it are data, and it streams. Any other is read as a tree
// and written when it is whole; one that a second element of its name may add to waits for the end of the call.

import { decodeEntities } from '../arguments/escapes.ts';
import type { Tolerate } from '../events.ts';
import { Flag } from '../scanner/kinds.ts';
import type { CallReporter } from './call.ts';
import { type ElementTables, elementTables, textTable } from './element-tables.ts';
import { type Grammar, type MarkerTable, Role } from './grammar.ts';
import { JsonReader } from './json.ts';
import { Parameters } from './parameters.ts';
import { type Payload, type PayloadReader, type Reading, Verdict } from './payload.ts';
import { Tag, TagReader } from './tag.ts';

/** Payload of elements: the opener is a tag with the tool's name, its parameters are elements in it. `<f><a>1</a></f>` */
export function elements(): Payload {
  return (reading) => new ElementsReader(reading);
}

/** Where `|` stands in `<f a="1"> <b>text</b> <c><d/></c> </f>`. */
const enum State {
  Opener, //  <f a=|"1">
  Inside, //  <f>|  <c>|      between parameters, or in one that is a tree
  Tag, //     <|b>  </|b>
  Text, //    <b>te|xt        in a value that is text
  After, //   </b>|           its end, unless what follows says that this was data
  CData, //   <![CDATA[|
  Comment, // <!--|
  Json, //    <f>{|           arguments as JSON instead of elements
}

class ElementsReader implements PayloadReader {
  readonly problem = undefined;
  readonly #grammar: Grammar;
  readonly #call: CallReporter;
  readonly #tolerate: Tolerate;
  readonly #tables: ElementTables;
  readonly #tag = new TagReader();
  readonly #json: JsonReader;
  readonly #parameters: Parameters;
  #textTable: MarkerTable;
  #state: State = State.Inside;
  /** The state that a tag, a comment or a CDATA section stands in. */
  #outer: State = State.Inside;
  #toolName = '';
  /** What followed a closing tag of the text that is open: part of it, or not. */
  #held = '';
  /** Whether a closing tag of that text turned out to be data. */
  #isResumed = false;
  #hasJson = false;
  /** Those of the call's own tag. */
  #attributes: ReadonlyMap<string, string> = new Map();

  constructor({ grammar, call, tolerate }: Reading) {
    this.#grammar = grammar;
    this.#call = call;
    this.#tolerate = tolerate;
    this.#tables = elementTables(grammar);
    this.#textTable = this.#tables.markup;
    this.#json = new JsonReader(call.writer, tolerate);
    this.#parameters = new Parameters(call.writer);
  }

  get table(): MarkerTable {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Opener: return this.#tables.opener;
      case State.Tag: return this.#tables.tag;
      case State.Text: return this.#textTable;
      case State.CData: return this.#tables.cdata;
      case State.Comment: return this.#tables.comment;
      case State.Json: return this.#tables.json;
      default: return this.#tables.markup;
    }
  }

  /** The opener is `<name` and one unit: `>`, `/` or a blank. */
  begin(opener: string): void {
    this.#toolName = opener.slice(1, -1);
    this.#parameters.begin(this.#call.shapeOf(this.#toolName));
    this.#hasJson = false;
    this.#tag.begin('<', this.#toolName);
    this.#state = this.#tag.feed(opener.slice(-1)) === Tag.Whole ? State.Inside : State.Opener;
    this.#attributes = this.#tag.attributes;
  }

  onToken(token: number, text: string): Verdict {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Opener: case State.Tag: return this.#onTagText(text);
      case State.Comment: return Verdict.Goes;
      case State.CData: this.#parameters.addText(text, true); return Verdict.Goes;
      case State.Json: return this.#onJson(this.#json.onToken(token, text));
      case State.After: return this.#onTextAfter(text);
      default: return this.#onText(token & Flag.Escaped ? decodeEntities(text) : text);
    }
  }

  onMarker(role: Role, text: string): Verdict {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Opener: case State.Tag: return this.#onTagMarker(text);
      case State.Comment: case State.CData: this.#state = this.#outer; return Verdict.Goes;
      case State.Json: return Verdict.Broken;
      case State.Text: return this.#onTextMarker(role, text);
      default: return this.#onMarkup(role, text);
    }
  }

  /** More parameters may have followed: a call whose closing tag is missing is cut off. */
  finish(): Verdict {
    return Verdict.Broken;
  }

  // ── tags ───────────────────────────────────────────────────────────────────────────────────────

  /** A marker in a tree, between parameters, or after what may have been the end of a text. */
  #onMarkup(role: Role, text: string): Verdict {
    if (role === Role.CallClose) return this.#onCloser(text.slice(2, -1), text);
    if (text === '<!--' && this.#state === State.After) this.#endText(undefined);
    if (text === '<![CDATA[') return this.#beginCData();
    this.#outer = this.#state;
    this.#state = text === '<!--' ? State.Comment : State.Tag;
    if (text !== '<!--') this.#tag.begin(text as '<' | '</');
    return Verdict.Goes;
  }

  #beginCData(): Verdict {
    if (this.#state === State.After) this.#resumeText('');
    if (!this.#parameters.top) return Verdict.Broken;
    this.#outer = this.#state;
    this.#state = State.CData;
    this.#parameters.addText('', true);
    return Verdict.Goes;
  }

  #onTagText(text: string): Verdict {
    if (this.#tag.feed(text) !== Tag.None) return Verdict.Goes;
    if (this.#tagIsText()) return Verdict.Again;
    return this.#call.toolName === undefined ? Verdict.Text : Verdict.Broken;
  }

  #onTagMarker(text: string): Verdict {
    const tag = this.#tag.feed(text);
    if (tag === Tag.Whole) return this.#onTag();
    if (tag !== Tag.None) return Verdict.Goes; // in quotes
    if (!this.#tagIsText()) return Verdict.Broken;
    if (text === '<') return this.#onMarkup(Role.Markup, text);
    this.#parameters.addText(text, false);
    return Verdict.Goes;
  }

  /** What was taken for a tag is text; false if no text may stand here. */
  #tagIsText(): boolean {
    if (!this.#parameters.top) return false;
    this.#state = this.#outer;
    if (this.#state === State.Inside) this.#parameters.addText(this.#tag.raw, false);
    else this.#resumeText(this.#tag.raw);
    return true;
  }

  #onTag(): Verdict {
    const { name, raw, isCloser, isEmpty } = this.#tag;
    if (this.#state === State.Opener) {
      this.#state = State.Inside;
      this.#attributes = this.#tag.attributes;
      return isEmpty ? this.#end() : Verdict.Goes;
    }
    this.#state = this.#outer;
    if (isCloser) return this.#onCloser(name, raw);
    if (this.#state === State.Text) this.#parameters.addText(raw, false);
    if (this.#state === State.After) this.#endText(undefined);
    return this.#state === State.Inside ? this.#onOpener() : Verdict.Goes;
  }

  #onOpener(): Verdict {
    if (this.#hasJson) return Verdict.Broken;
    this.#start();
    const isDeclared = this.#parameters.declares(this.#tag.name);
    this.#parameters.open(this.#tag);
    if (!this.#parameters.top?.isText || this.#tag.isEmpty) return Verdict.Goes;
    this.#textTable = textTable(this.#grammar, this.#toolName, this.#tag.name, isDeclared);
    this.#isResumed = false;
    this.#state = State.Text;
    return Verdict.Goes;
  }

  #onCloser(name: string, raw: string): Verdict {
    if (this.#state === State.Text && name === this.#parameters.top?.name) {
      this.#held = raw;
      this.#state = State.After;
      return Verdict.Goes;
    }
    if (this.#state === State.After && !this.#endText(name)) return this.#onCloserAfter(name, raw);
    if (name === this.#toolName && !this.#parameters.isOpen(name)) return this.#end();
    if (this.#state === State.Text) this.#parameters.addText(raw, false);
    else if (this.#parameters.top) this.#parameters.close(name, raw);
    else if (this.#call.toolName === undefined) return Verdict.Broken;
    else this.#tolerate('extra-closer');
    return Verdict.Goes;
  }

  // ── text ───────────────────────────────────────────────────────────────────────────────────────

  #onText(text: string): Verdict {
    if (this.#parameters.top) this.#parameters.addText(text, false);
    else if (!/^\s*$/.test(text)) return this.#onStrayText(text);
    return Verdict.Goes;
  }

  #onTextMarker(role: Role, text: string): Verdict {
    if (role === Role.CallClose) return this.#end();
    if (role === Role.Markup) {
      // In text that is markup itself, CDATA is part of it: a feed or an SVG that is written to a file.
      if (!this.#parameters.top?.hasMarkup) return this.#beginCData();
      this.#parameters.addText(text, false);
    } else if (text.endsWith('>')) {
      this.#held = text;
      this.#state = State.After;
    } else {
      this.#held = '';
      this.#outer = State.Text;
      this.#state = State.Tag;
      this.#tag.begin('</', text.slice(2, -1));
      this.#tag.feed(text.slice(-1));
    }
    return Verdict.Goes;
  }

  #onTextAfter(text: string): Verdict {
    const isBlank = /^\s*$/.test(text);
    if (isBlank) this.#held += text;
    else this.#resumeText('');
    return isBlank ? Verdict.Goes : Verdict.Again;
  }

  /** A closer of nothing that is open, after the closing tag of a text: part of it, or the same tag once more. */
  #onCloserAfter(name: string, raw: string): Verdict {
    const { top } = this.#parameters;
    if (name !== top?.name) this.#resumeText(raw);
    else if (top.hasMarkup) {
      this.#resumeText('');
      this.#held = raw;
      this.#state = State.After;
    } else {
      this.#tolerate('extra-closer');
      this.#endText(undefined);
    }
    return Verdict.Goes;
  }

  /** The closing tag was data, and so is what followed it. */
  #resumeText(more: string): void {
    const held = this.#held;
    this.#isResumed ||= held !== '';
    this.#held = '';
    this.#state = State.Text;
    this.#parameters.addText(held + more, false);
  }

  /** A tag follows the closing tag of a text, which is over then, unless that is a closer of nothing that is open. */
  #endText(closer: string | undefined): boolean {
    const isOver = closer === undefined || closer === this.#toolName || this.#parameters.hasOuter(closer);
    if (!isOver) return false;
    this.#parameters.closeText(this.#held);
    this.#state = State.Inside;
    return true;
  }

  // ── the call ───────────────────────────────────────────────────────────────────────────────────

  /** Text beside parameters: JSON in their place, prose that names a tag, or a value that was not what it seemed. */
  #onStrayText(text: string): Verdict {
    if (this.#call.toolName !== undefined) return Verdict.Broken;
    if (!/^\s*\{/.test(text)) return Verdict.Text;
    this.#call.start(this.#toolName);
    this.#json.reset();
    this.#state = State.Json;
    return Verdict.Again;
  }

  #onJson(verdict: Verdict): Verdict {
    if (verdict !== Verdict.Whole) return verdict;
    this.#state = State.Inside;
    this.#hasJson = true;
    return Verdict.Goes;
  }

  #start(): void {
    if (this.#call.toolName !== undefined) return;
    this.#call.start(this.#toolName);
    this.#parameters.start(this.#attributes);
  }

  #end(): Verdict {
    // Which of the text's closing tags was meant is anyone's guess: no call is made of it.
    if (this.#state === State.Text && this.#isResumed) return Verdict.Broken;
    this.#start();
    if (!this.#hasJson && !this.#parameters.finish()) this.#tolerate('unclosed-element');
    this.#call.end();
    return Verdict.Whole;
  }
}
