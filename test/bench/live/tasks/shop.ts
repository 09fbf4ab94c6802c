// Tasks of a shop: find and order, make do with what there is, give money back, count the shelves.
import { tool } from 'ai';
import { z } from 'zod';
import { calculate } from './arithmetic.ts';
import { call, type Task } from './task.ts';

const products = [
  { sku: 'LAMP-1', name: 'Desk lamp Arc', price: 24.5, stock: 44 },
  { sku: 'LAMP-2', name: 'Desk lamp Pico', price: 18.9, stock: 40 },
  { sku: 'LAMP-3', name: 'Desk lamp Nano', price: 15.2, stock: 5 },
  { sku: 'LAMP-8', name: 'Floor lamp Tall', price: 12.4, stock: 90 },
  { sku: 'MAT-1', name: 'Desk mat', price: 9.9, stock: 70 },
];

const searchProducts = tool({
  description: 'Find products by words of their name.',
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }) => {
    const words = query.toLowerCase().replace(/s\b/g, '').split(/\s+/);
    return products.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  },
});

export const cheapest: Task = {
  name: 'cheapest in stock',
  prompt:
    'Customer C-7 wants 12 desk lamps of one kind, the cheapest of which 12 are in stock. Order them. The total is the price of all 12 with 8 % tax on top, rounded to cents: use the calculator.',
  goal: { orders: [{ customer: 'C-7', sku: 'LAMP-2', count: 12, total: 244.94 }] },
  begin() {
    const orders: unknown[] = [];
    const placeOrder = tool({
      description: 'Place an order.',
      inputSchema: z.object({ customer: z.string(), sku: z.string(), count: z.int(), total: z.number() }),
      execute: async (order) => ({ order: `O-${orders.push(order)}` }),
    });
    return { tools: { searchProducts, calculate, placeOrder }, state: () => ({ orders }) };
  },
  turns: [
    [call('searchProducts', { query: 'desk lamp' })],
    [call('calculate', { expression: '12 * 18.9 * 1.08' })],
    [call('placeOrder', { customer: 'C-7', sku: 'LAMP-2', count: 12, total: 244.94 })],
  ],
};

export const soldOut: Task = {
  name: 'sold out',
  prompt:
    'Order 3 of BULB-40 for customer C-9. If that cannot be had, take what replaces it. Never order fewer than 3, and no more than you must.',
  goal: { orders: [{ customer: 'C-9', sku: 'BULB-42', count: 4 }] },
  begin() {
    const orders: unknown[] = [];
    const placeOrder = tool({
      description: 'Place an order.',
      inputSchema: z.object({ customer: z.string(), sku: z.string(), count: z.int() }),
      execute: async (order) => {
        if (order.sku === 'BULB-40') throw new Error('BULB-40 is sold out for good. Find its substitute.');
        if (order.sku !== 'BULB-42') throw new Error(`There is no ${order.sku}.`);
        if (order.count % 4 !== 0) throw new Error('BULB-42 comes in boxes of 4: order a multiple of 4.');
        return { order: `O-${orders.push(order)}` };
      },
    });
    const findSubstitute = tool({
      description: 'Find the product that replaces another.',
      inputSchema: z.object({ sku: z.string() }),
      execute: async ({ sku }) => ({ replaces: sku, sku: sku === 'BULB-40' ? 'BULB-42' : null }),
    });
    return { tools: { searchProducts, placeOrder, findSubstitute }, state: () => ({ orders }) };
  },
  turns: [
    [call('placeOrder', { customer: 'C-9', sku: 'BULB-40', count: 3 })],
    [call('findSubstitute', { sku: 'BULB-40' })],
    [call('placeOrder', { customer: 'C-9', sku: 'BULB-42', count: 3 })],
    [call('placeOrder', { customer: 'C-9', sku: 'BULB-42', count: 4 })],
  ],
};

const pastOrders = [
  { id: 'O-498', day: '2027-01-09', lines: [{ sku: 'MAT-1', count: 1, price: 9.9 }], delivery: 4.9 },
  {
    id: 'O-512',
    day: '2027-03-02',
    lines: [
      { sku: 'LAMP-2', count: 2, price: 18.9 },
      { sku: 'MAT-1', count: 1, price: 9.9 },
    ],
    delivery: 6.5,
  },
  { id: 'O-507', day: '2027-02-20', lines: [{ sku: 'LAMP-1', count: 1, price: 24.5 }], delivery: 4.9 },
];

const customerRecords = {
  findCustomer: tool({
    description: 'Find a customer by e-mail address.',
    inputSchema: z.object({ email: z.string() }),
    execute: async ({ email }) => ({ id: email === 'mia@post.example' ? 'C-31' : null }),
  }),
  listOrders: tool({
    description: 'List the orders of a customer.',
    inputSchema: z.object({ customer: z.string() }),
    execute: async ({ customer }) =>
      customer === 'C-31' ? pastOrders.map(({ id, day }) => ({ id, day })) : [],
  }),
  getOrder: tool({
    description: 'Read an order: its lines, price each, and the costs of delivery.',
    inputSchema: z.object({ id: z.string() }),
    execute: async ({ id }) => {
      const order = pastOrders.find((one) => one.id === id);
      if (!order) throw new Error(`There is no order ${id}.`);
      return order;
    },
  }),
};

export const refund: Task = {
  name: 'refund',
  prompt:
    'Ticket T-88 is from mia@post.example: her most recent order came broken. Refund all that she paid for that order, delivery too, and close the ticket as refunded.',
  goal: { refunds: { 'O-512': 54.2 }, tickets: { 'T-88': 'refunded' } },
  begin() {
    const refunds: Record<string, number> = {};
    const tickets: Record<string, string> = {};
    const tools = {
      ...customerRecords,
      calculate,
      refundOrder: tool({
        description: 'Give money back for an order.',
        inputSchema: z.object({ id: z.string(), amount: z.number() }),
        execute: async ({ id, amount }) => {
          refunds[id] = (refunds[id] ?? 0) + amount;
          return { refunded: amount };
        },
      }),
      closeTicket: tool({
        description: 'Close a ticket.',
        inputSchema: z.object({ ticket: z.string(), outcome: z.enum(['refunded', 'replaced', 'rejected']) }),
        execute: async ({ ticket, outcome }) => {
          tickets[ticket] = outcome;
          return { closed: true };
        },
      }),
    };
    return { tools, state: () => ({ refunds, tickets }) };
  },
  turns: [
    [call('findCustomer', { email: 'mia@post.example' })],
    [call('listOrders', { customer: 'C-31' })],
    [call('getOrder', { id: 'O-512' })],
    [call('calculate', { expression: '2 * 18.9 + 9.9 + 6.5' })],
    [call('refundOrder', { id: 'O-512', amount: 54.2 })],
    [call('closeTicket', { ticket: 'T-88', outcome: 'refunded' })],
  ],
};

const shelf = z.enum(['A', 'B', 'C', 'D', 'E']);
const counted: Record<string, number> = { A: 31, B: 4, C: 18, D: 9, E: 60 };
const countShelf = tool({
  description: 'Count what is on a shelf.',
  inputSchema: z.object({ shelf }),
  execute: async (input) => ({ ...input, count: counted[input.shelf] }),
});

export const stockTake: Task = {
  name: 'stock take',
  prompt:
    'Take stock: count every shelf. Where the count is not what is recorded, record the count. Where there are fewer than 10, reorder 50 of that shelf. Then finish, and tell how many records you changed.',
  goal: {
    records: counted,
    reorders: { B: 50, D: 50 },
    finished: { changed: 3 },
  },
  begin() {
    const records: Record<string, number> = { A: 31, B: 14, C: 20, D: 9, E: 66 };
    const reorders: Record<string, number> = {};
    let finished: unknown = null;
    const tools = {
      listShelves: tool({
        description: 'List the shelves with what is recorded of each.',
        inputSchema: z.object({}),
        execute: async () => ({ ...records }),
      }),
      countShelf,
      setRecord: tool({
        description: 'Record how many there are on a shelf.',
        inputSchema: z.object({ shelf, count: z.int() }),
        execute: async (input) => {
          records[input.shelf] = input.count;
          return { recorded: true };
        },
      }),
      reorder: tool({
        description: 'Reorder what is on a shelf.',
        inputSchema: z.object({ shelf, count: z.int() }),
        execute: async (input) => {
          reorders[input.shelf] = (reorders[input.shelf] ?? 0) + input.count;
          return { ordered: input.count };
        },
      }),
      finish: tool({
        description: 'Finish the stock-take.',
        inputSchema: z.object({ changed: z.int().describe('Records that were changed') }),
        execute: async (input) => {
          finished = input;
          return { done: true };
        },
      }),
    };
    return { tools, state: () => ({ records, reorders, finished }) };
  },
  turns: [
    [call('listShelves', {})],
    ['A', 'B', 'C', 'D', 'E'].map((shelf) => call('countShelf', { shelf })),
    [
      call('setRecord', { shelf: 'B', count: 4 }),
      call('setRecord', { shelf: 'C', count: 18 }),
      call('setRecord', { shelf: 'E', count: 60 }),
    ],
    [call('reorder', { shelf: 'B', count: 50 }), call('reorder', { shelf: 'D', count: 50 })],
    [call('finish', { changed: 3 })],
  ],
};
