package charset_test

// sample is a short text of a language, and the encodings that such texts are found in.
type sample struct {
	name, text string
	encodings  []string
}

// samples are questions and notes as people write them down.
func samples() []sample {
	western, central := []string{"windows-1252"}, []string{"windows-1250", "iso-8859-2"}
	cyrillic := []string{"windows-1251", "koi8-r", "iso-8859-5", "ibm866"}
	return []sample{
		{"German", "Was ist ein Schwungrad?\nEin Schwungrad speichert Drehenergie. Es gleicht ungleichmäßige Kräfte aus.\nWarum läuft ein größeres Rad länger nach?\nWeil seine Masse weiter außen liegt und das Trägheitsmoment wächst.\nWie prüft man die Lager?\nMan dreht das Rad von Hand und hört, ob es schleift. Geräusche sind ein Zeichen für Verschleiß.\n", western},
		{"German heading", "# Über Öfen\n\nDie Temperatur beträgt 1200 °C. Für Ton genügt das, für Porzellan nicht.\nGlasuren müssen vollständig trocknen, bevor man sie brennt.\n", western},
		{"French", "Qu'est-ce qu'un levain ?\nUn mélange de farine et d'eau où vivent des levures et des bactéries.\nPourquoi la pâte lève-t-elle ?\nParce que les levures dégagent du gaz carbonique, retenu par le gluten.\nÀ quelle température faut-il cuire le pain ?\nÀ environ 240 °C, jusqu'à ce que la croûte soit dorée.\n", western},
		{"French quotes", "Le théorème énonce que la somme des carrés des côtés est égale au carré de l’hypoténuse. Où l’élève l’emploie-t-il ? Dans les problèmes de géométrie élémentaire.\n", western},
		{"Spanish", "¿Qué es una célula?\nLa célula es la unidad más pequeña de la que están hechos los seres vivos.\n¿Por qué es verde la hoja?\nPorque contiene clorofila, que absorbe la luz roja y azul.\n¿Cuándo se produjo la revolución?\nEn el año 1868, según los cronistas españoles.\n", western},
		{"Portuguese", "O que é a fotossíntese?\nÉ o processo pelo qual as plantas transformam a luz em energia química.\nPor que razão o coração bate?\nPorque as suas células geram impulsos elétricos próprios. A pulsação não é sempre igual.\n", western},
		{"Italian", "Perché il cielo è blu?\nPerché la luce blu viene diffusa più di quella rossa.\nChe cos'è la gravità?\nÈ la forza che attira i corpi tra loro. La velocità di caduta cresce finché l'aria non frena.\n", western},
		{"Swedish", "Vad är en glaciär?\nEn glaciär är en stor massa av is som rör sig långsamt nedåt.\nVarför flyter isen på vattnet?\nDärför att den är lättare än vatten. På våren smälter den från kanterna.\n", western},
		{"Finnish", "Mikä on jäätikkö?\nJäätikkö on suuri jäämassa, joka liikkuu hitaasti alaspäin.\nMiksi jää kelluu veden päällä?\nKoska se on kevyempää kuin vesi. Keväällä se sulaa reunoilta. Tämä näkyy myös järvissä.\n", western},
		{"Danish", "Hvad er en gletsjer?\nEn gletsjer er en stor masse af is, der bevæger sig langsomt nedad. Hvorfor flyder isen på vandet? Fordi den er lettere, når den fryser. Om foråret smelter den først langs søens kanter.\n", western},
		{"Dutch", "Wat is een dijk?\nEen dijk houdt het water tegen. In België en Nederland zijn er veel.\nWat is coöperatie?\nDe ruïne van het kasteel is één van de oudste.\n", western},
		{"English quotes", "Why does “bread” rise?\nThe yeast makes gas – carbon dioxide – and the dough’s gluten holds it.\nWhat is a baker’s percentage?\nThe weight of an ingredient as a share of the flour’s.\n", western},
		{"English with one letter", "What is served in a café?\nCoffee and cake. The oldest one in town opened in 1785 and is still run by the same family. It has a large room with mirrors, and a small one for those who read newspapers.\n", western},
		{"English with units", "The oven reaches 1300 °C within ± 5 °C.\nThe resistor has 47 kO and drifts by 3 µV.\nThe plate is 5 × 7 cm and costs £4.\n", western},
		{"English with a name", "Who discovered the law of cooling?\nIsaac Newton described it in 1701.\nWho wrote about Schrödinger's cat?\nErwin Schrödinger, in 1935, in a letter to Einstein.\n", western},
		{"English table", "| Device | Memory | Power |\n|---|---|---|\n| Panther 100® | 16 GB | 150 W |\n| Panther 200™ | 32 GB | 250 W |\n", western},
		{"German CSV", "Frage;Antwort;Stufe\nWas ist ein Gerät?;Ein Werkzeug für Übungen;leicht\nWie heißt die Größe?;Länge;mittel\n", western},
		{"Polish", "Czym jest łańcuch pokarmowy?\nTo szereg organizmów, w którym każdy następny żywi się poprzednim.\nDlaczego niebo jest niebieskie?\nPonieważ światło błękitne rozprasza się silniej niż czerwone. Zależność tę odkrył Rayleigh.\n", central},
		{"Czech", "Co je to ledovec?\nLedovec je velká masa ledu, která se pomalu pohybuje dolů.\nProč led plave na vodě?\nProtože je lehčí než voda. Na jaře taje nejdříve při březích. Říká se, že příští rok bude těžší.\n", central},
		{"Hungarian", "Mi az a gleccser?\nA gleccser nagy tömegű jég, amely lassan lefelé mozog.\nMiért úszik a jég a vízen?\nMert könnyebb, mint a víz. Tavasszal először a széleken olvad. Az őszi eső gyűjtője a völgy.\n", central},
		{"Turkish", "Buzul nedir?\nBuzul, ağır aşağıya doğru kayan büyük bir buz kütlesidir.\nBuz neden suyun üzerinde yüzer?\nÇünkü sudan daha hafiftir. İlkbaharda önce kıyılardan erimeye başlar. Şimdiye kadar böyle oldu.\n", []string{"windows-1254"}},
		{"Russian dashes", "Что такое ледник?\nЛедник — это большая масса льда, которая медленно движется вниз.\nПочему лёд плавает на воде?\nПотому что он легче воды. Весной он тает сначала по краям.\n", cyrillic[:2]},
		{"Russian", "Вопрос: какова скорость света?\nОтвет: около трёхсот тысяч километров в секунду.\nЧто измеряет термометр? Температуру тела или воздуха.\n", cyrillic},
		{"Russian line", "Что такое тон?\n", cyrillic},
		{"English with Russian words", "The Russian word for bread is хлеб, and water is вода. Everything else in this text is English, as it often is in a text book.\n", cyrillic[:2]},
		{"Ukrainian", "Що таке льодовик?\nЛьодовик це велика маса льоду, яка повільно рухається вниз.\nЧому крига плаває на воді?\nТому що вона легша за воду. Навесні її краї тануть першими.\n", []string{"windows-1251", "koi8-u"}},
		{"Bulgarian", "Какво е ледник?\nЛедникът е голяма маса лед, която бавно се движи надолу.\nЗащо ледът плава във водата?\nЗащото е по-лек от нея. През пролетта се топи първо по краищата.\n", []string{"windows-1251"}},
		{"Greek", "Τι είναι ο παγετώνας;\nΟ παγετώνας είναι μια μεγάλη μάζα πάγου που κινείται αργά προς τα κάτω.\nΓιατί επιπλέει ο πάγος στο νερό; Επειδή είναι ελαφρύτερος από το νερό.\n", []string{"windows-1253", "iso-8859-7"}},
		{"Hebrew", "מהו קרחון?\nקרחון הוא גוש גדול של קרח שנע לאט כלפי מטה.\nמדוע הקרח צף על המים? משום שהוא קל מהם.\n", []string{"windows-1255"}},
		{"Arabic", "ما هو النهر الجليدي؟\nهو كتلة كبيرة من الجليد تتحرك ببطء نحو الأسفل.\nلماذا يطفو الجليد على الماء؟ لأنه أخف منه.\n", []string{"windows-1256"}},
		{"Japanese", "氷河とは何ですか。\n氷河は、ゆっくりと下へ動く大きな氷の塊です。\nなぜ氷は水に浮くのですか。\n水より軽いからです。春になると岸から溶け始めます。\n", []string{"shift_jis", "euc-jp"}},
		{"Japanese heading", "# メモリの速度\n\nメモリの帯域幅は毎秒百ギガバイトです。プロセッサの周波数は三ギガヘルツです。\n", []string{"shift_jis", "euc-jp"}},
		{"Japanese line", "質問:火とは何か。\n", []string{"shift_jis", "euc-jp"}},
		{"Chinese", "什么是冰川？\n冰川是缓慢向下移动的巨大冰体。\n冰为什么浮在水面上？\n因为它比水轻。春天它先从岸边融化。\n", []string{"gbk", "gb18030"}},
		{"Chinese line", "问：光的速度是多少？\n答：每秒约三十万公里。\n", []string{"gbk"}},
		{"English with Chinese words", "# GPU memory\n\nThe 显存 of this card is 16 GB, and its 带宽 is 900 GB/s. 功耗 is 250 W.\n", []string{"gbk"}},
		{"Chinese of Taiwan", "什麼是冰川？\n冰川是緩慢向下移動的巨大冰體。\n冰為什麼浮在水面上？\n因為它比水輕。春天它先從岸邊融化。\n", []string{"big5"}},
		{"Chinese of Taiwan, a line", "問：光的速度是多少？\n答：每秒約三十萬公里。\n", []string{"big5"}},
		{"Korean", "빙하란 무엇인가?\n빙하는 천천히 아래로 움직이는 커다란 얼음 덩어리이다.\n얼음은 왜 물에 뜨는가?\n물보다 가볍기 때문이다. 봄이 되면 가장자리부터 녹기 시작한다.\n", []string{"euc-kr"}},
		{"Korean line", "질문: 빛의 속도는 얼마인가?\n답: 초속 약 삼십만 킬로미터.\n", []string{"euc-kr"}},
	}
}
