/**
 * Poster compositions as SVG on a canvas of 720 × 960, one or two per type, without text, so no font is needed.
 * Random values make two posters of a type look different.
 */
import type { Category } from '../event-templates.ts';
import type { Random } from '../random.ts';
import type { Palette } from './palettes.ts';

export const canvas = { width: 720, height: 960 } as const;
type Composition = (palette: Palette, random: Random) => string;

const repeat = (count: number, draw: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => draw(index)).join('');
const circle = (x: number, y: number, r: number, fill: string, more = '') =>
	`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
	`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;

function wave(y: number, height: number, period: number, phase: number): string {
	const points = Array.from(
		{ length: 61 },
		(_, index) => `${index * 12} ${(y + Math.sin((index * 12) / period + phase) * height).toFixed(1)}`,
	);
	return `M${points.join(' L')}`;
}

const vinyl: Composition = ([, main, second, light], random) => {
	const [x, y] = [random.between(180, 540), random.between(330, 620)];
	const r = random.between(250, 360);
	return (
		circle(x, y, r, '#0d0d12') +
		repeat(14, (index) =>
			circle(
				x,
				y,
				r - 14 - index * (r / 24),
				'none',
				`stroke="${light}" stroke-opacity="${0.08 + (index % 3) * 0.07}" stroke-width="2"`,
			),
		) +
		circle(x, y, r * 0.36, main) +
		circle(x, y, r * 0.2, second) +
		circle(x, y, 12, light) +
		path(
			`M720 ${y - r - 60} L${x + r * 0.4} ${y + r * 0.2}`,
			'none',
			`stroke="${light}" stroke-width="14" stroke-linecap="round"`,
		)
	);
};
const waves: Composition = ([, main, second, light], random) => {
	const [period, phase] = [random.between(50, 130), random.next() * 6];
	const colors = [main, second, light];
	return repeat(16, (index) => {
		const line = wave(
			170 + index * 44,
			24 + 70 * Math.sin((index / 15) * Math.PI),
			period + index * 3,
			phase + index * 0.28,
		);
		return path(
			line,
			'none',
			`stroke="${colors[index % 3]}" stroke-width="${10 + (index % 4) * 6}" stroke-linecap="round" stroke-opacity=".92"`,
		);
	});
};
const lightCone: Composition = ([, main, second, light], random) => {
	const y = random.between(140, 300);
	return (
		path(`M90 ${y} L720 ${y + 190} L720 ${y + 700} Z`, light, 'fill-opacity=".85"') +
		path(`M90 ${y} L720 ${y + 300} L720 ${y + 480} Z`, main) +
		circle(90, y, 64, second) +
		circle(90, y, 30, light) +
		repeat(9, (index) => rect(40 + index * 76, 880, 44, 30, light, 'rx="6"')) +
		circle(random.between(380, 560), y + random.between(360, 430), random.between(70, 120), second)
	);
};
const frames: Composition = ([, main, second, light], random) => {
	const offset = random.between(0, 80);
	return (
		`<g transform="rotate(${random.between(-16, 16)} 360 480)">` +
		rect(150, -200, 420, 1400, '#0b0b0d') +
		repeat(
			24,
			(index) =>
				rect(166, -190 + index * 58, 30, 34, light, 'rx="5"') +
				rect(524, -190 + index * 58, 30, 34, light, 'rx="5"'),
		) +
		repeat(5, (index) => {
			const y = -180 + offset + index * 270;
			return (
				rect(220, y, 280, 230, [main, second, light][index % 3] ?? main, 'rx="10"') +
				circle(
					random.between(270, 450),
					y + random.between(70, 160),
					random.between(36, 74),
					[light, main, second][index % 3] ?? light,
				)
			);
		}) +
		'</g>'
	);
};
const curtains: Composition = ([, main, second, light], random) => {
	const open = random.between(90, 200);
	const fold = (x: number, side: number, index: number) =>
		path(
			`M${x} 0 C${x + side * 30} 300 ${x - side * (open - index * 16)} 620 ${x - side * 20} 960 L${x - side * 80} 960 L${x - side * 70} 0 Z`,
			index % 2 === 0 ? main : second,
		);
	return (
		path(`M360 120 L${110 - open / 2} 960 L${610 + open / 2} 960 Z`, light, 'fill-opacity=".9"') +
		repeat(6, (index) => fold(60 + index * 44, 1, index)) +
		repeat(6, (index) => fold(660 - index * 44, -1, index)) +
		`<ellipse cx="360" cy="880" rx="150" ry="30" fill="#000" fill-opacity=".35"/>` +
		circle(360, random.between(600, 680), random.between(48, 80), second)
	);
};
const masks: Composition = ([, main, second, light], random) => {
	const mask = (x: number, y: number, fill: string, turn: number, smile: number) =>
		`<g transform="translate(${x} ${y}) rotate(${turn})">${path('M-170 -190 C-60 -250 60 -250 170 -190 C200 40 120 230 0 270 C-120 230 -200 40 -170 -190 Z', fill)}${path('M-110 -60 q50 -60 100 0 q-50 30 -100 0 Z M10 -60 q50 -60 100 0 q-50 30 -100 0 Z', '#120a12')}${path(`M-90 ${90 - smile} Q0 ${90 + smile * 2} 90 ${90 - smile} Q0 ${90 + smile} -90 ${90 - smile} Z`, '#120a12')}</g>`;
	return (
		circle(random.between(100, 620), random.between(120, 300), 130, second) +
		mask(280, 400, light, random.between(-18, -4), 40) +
		mask(450, 600, main, random.between(4, 20), -36)
	);
};
const leaves: Composition = ([, main, second, light], random) =>
	path(
		'M360 900 C350 700 350 500 360 200',
		'none',
		`stroke="${light}" stroke-width="16" stroke-linecap="round"`,
	) +
	repeat(5, (index) => {
		const y = 760 - index * 120;
		const reach = 280 - index * 30 + random.between(-20, 20);
		const leaf = (side: number) =>
			path(
				`M360 ${y} C${360 + side * reach * 0.3} ${y - 150} ${360 + side * reach} ${y - 150} ${360 + side * reach} ${y - 80} C${360 + side * reach * 0.7} ${y + 30} ${360 + side * reach * 0.3} ${y + 20} 360 ${y} Z`,
				index % 2 === 0 ? main : second,
			);
		return leaf(-1) + leaf(1);
	}) +
	circle(360, 170, random.between(60, 92), second);
const hands: Composition = ([, main, second, light], random) => {
	const colors = [main, second, light, main, second];
	const turn = random.between(0, 60);
	return (
		repeat(
			5,
			(index) =>
				`<g transform="rotate(${turn + index * 72} 360 480)"><rect x="300" y="110" width="120" height="400" rx="60" fill="${colors[index]}" fill-opacity=".88"/></g>`,
		) + circle(360, 480, 96, light)
	);
};
const talk: Composition = ([, main, second, light], random) => {
	const [a, b, c] = [random.between(170, 230), random.between(190, 240), random.between(130, 170)];
	return (
		circle(270, 350, a, main) +
		path('M180 480 l-70 130 l170 -70 Z', main) +
		circle(480, 560, b, second, 'fill-opacity=".9"') +
		path('M580 720 l60 120 l-160 -60 Z', second) +
		circle(random.between(300, 440), 770, c * 0.7, light) +
		repeat(3, (index) => circle(190 + index * 80, 350, 20, light))
	);
};
const books: Composition = ([, main, second, light], random) =>
	repeat(9, (index) => {
		const [width, height] = [random.between(46, 74), random.between(330, 620)];
		const colors = [main, second, light, main, light];
		return (
			rect(30 + index * 74, 860 - height, width, height, random.pick(colors), 'rx="6"') +
			rect(30 + index * 74, 860 - height + 50, width, 16, '#0005')
		);
	}) +
	rect(0, 860, 720, 24, light) +
	circle(random.between(160, 560), 170, random.between(60, 100), main);
const fields: Composition = ([, main, second, light], random) => {
	const [x, y] = [random.between(160, 420), random.between(240, 560)];
	return (
		rect(60, 60, x - 30, y - 40, main) +
		rect(x + 60, 60, 600 - x, y - 40, second) +
		rect(60, y + 50, x - 30, 850 - y, light) +
		rect(x + 60, y + 50, 600 - x, 850 - y, main, 'fill-opacity=".35"') +
		circle(x + 30, y, random.between(70, 150), light)
	);
};
const arcs: Composition = ([, main, second, light], random) => {
	const colors = [main, second, light];
	return repeat(4, (row) =>
		repeat(3, (column) => {
			const [x, y] = [column * 240, row * 240];
			const corner = random.pick([
				`M${x} ${y} h240 A240 240 0 0 1 ${x} ${y + 240} Z`,
				`M${x + 240} ${y} v240 A240 240 0 0 1 ${x} ${y} Z`,
				`M${x} ${y + 240} v-240 A240 240 0 0 1 ${x + 240} ${y + 240} Z`,
			]);
			return (
				path(corner, random.pick(colors)) +
				(random.chance(0.35) ? circle(x + 120, y + 120, 46, random.pick(colors)) : '')
			);
		}),
	);
};
const confetti: Composition = ([, main, second, light], random) =>
	circle(360, 420, random.between(190, 250), main) +
	repeat(9, (row) =>
		path(`M${150} ${270 + row * 38} h420`, 'none', `stroke="${light}" stroke-opacity=".35" stroke-width="3"`),
	) +
	repeat(
		7,
		(column) =>
			`<ellipse cx="360" cy="420" rx="${20 + column * 36}" ry="232" fill="none" stroke="${light}" stroke-opacity=".4" stroke-width="3"/>`,
	) +
	repeat(
		70,
		() =>
			`<g transform="translate(${random.between(0, 720)} ${random.between(0, 960)}) rotate(${random.between(0, 180)})"><rect width="${random.between(10, 36)}" height="${random.between(8, 16)}" rx="4" fill="${random.pick([main, second, light])}"/></g>`,
	);
const beams: Composition = ([, main, second, light], random) =>
	repeat(9, (index) => {
		const x = index * 90 + random.between(-20, 20);
		return path(
			`M360 980 L${x - 60} -20 L${x + random.between(0, 50)} -20 Z`,
			[main, second, light][index % 3] ?? main,
			'fill-opacity=".75"',
		);
	}) + circle(360, 930, random.between(150, 230), light);
const track: Composition = ([, main, second, light], random) =>
	`<g transform="rotate(${random.between(-24, 24)} 360 480)">` +
	repeat(
		6,
		(index) =>
			`<rect x="${60 + index * 44}" y="${90 + index * 44}" width="${600 - index * 88}" height="${780 - index * 88}" rx="${300 - index * 44}" fill="none" stroke="${[main, second, light][index % 3]}" stroke-width="26"/>`,
	) +
	'</g>' +
	circle(random.between(120, 600), random.between(160, 800), 58, light);
const motion: Composition = ([, main, second, light], random) =>
	repeat(12, (index) =>
		rect(
			-60 + random.between(0, 240),
			120 + index * 58,
			random.between(260, 560),
			random.between(14, 40),
			[main, second, light][index % 3] ?? main,
			'rx="20" transform="skewX(-18)" fill-opacity=".85"',
		),
	) + circle(random.between(440, 580), random.between(260, 640), random.between(90, 130), light);
const mountains: Composition = ([, main, second, light], random) => {
	const ridge = (y: number, fill: string) => {
		const points = Array.from({ length: 7 }, (_, index) => `L${index * 120} ${y + random.between(-130, 90)}`);
		return path(`M0 960 L0 ${y} ${points.join(' ')} L720 960 Z`, fill);
	};
	return (
		circle(random.between(160, 560), random.between(200, 330), random.between(80, 140), main) +
		ridge(500, light) +
		ridge(640, second) +
		ridge(780, main)
	);
};
const roads: Composition = ([, main, second, light], random) =>
	circle(random.between(200, 520), 250, 120, main) +
	path(`M0 560 Q180 ${random.between(400, 500)} 360 540 T720 500 L720 960 L0 960 Z`, second) +
	path(
		`M${random.between(300, 420)} 540 C520 640 160 760 ${random.between(260, 460)} 960 L620 960 C420 800 640 660 400 540 Z`,
		light,
	) +
	repeat(8, (index) => path(`M${40 + index * 90} ${620 + (index % 3) * 60} l28 -90 l28 90 Z`, main));
const tiles: Composition = ([, main, second, light], random) =>
	repeat(6, (row) =>
		repeat(4, (column) => {
			const [x, y, color] = [column * 180, row * 160, random.pick([main, second, light])];
			return random.pick([
				circle(x + 90, y + 80, 62, color),
				rect(x + 24, y + 18, 132, 124, color, 'rx="24"'),
				path(`M${x + 20} ${y + 142} L${x + 90} ${y + 14} L${x + 160} ${y + 142} Z`, color),
				path(
					`M${x + 18} ${y + 80} h144 M${x + 90} ${y + 12} v136`,
					'none',
					`stroke="${color}" stroke-width="36" stroke-linecap="round"`,
				),
			]);
		}),
	);
const bunting: Composition = ([, main, second, light], random) =>
	repeat(4, (row) => {
		const y = 120 + row * 210 + random.between(-20, 20);
		return (
			path(`M0 ${y} Q360 ${y + 130} 720 ${y}`, 'none', `stroke="${light}" stroke-width="6"`) +
			repeat(8, (index) =>
				path(
					`M${index * 90 + 10} ${y + 20 + 62 * Math.sin(((index + 0.5) / 8) * Math.PI)} h70 l-35 96 Z`,
					[main, second, light][(index + row) % 3] ?? main,
				),
			)
		);
	});

export const compositions: Record<Category, readonly Composition[]> = {
	music: [vinyl, waves],
	film: [lightCone, frames],
	drama: [curtains, masks],
	commonweal: [leaves, hands],
	salon: [talk, books],
	exhibition: [fields, arcs],
	party: [confetti, beams],
	sports: [track, motion],
	travel: [mountains, roads],
	others: [tiles, bunting],
};
