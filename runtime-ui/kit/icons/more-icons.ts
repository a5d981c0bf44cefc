import {
  Archive, Award, Baby, Banknote, Barcode, Bed, Bell, Bike, Bone, BookOpen, Boxes, Brain, Bus, Calculator, CalendarCheck, CalendarClock, CalendarDays, Camera, Car,
  CircleDollarSign, ClipboardList, Clock, Cloud, Coffee, Coins, CreditCard, Crown, Database, DollarSign, Dumbbell, Factory, File, FileCheck, Film, Flag, Flame, Folder, Gamepad2, Gavel,
  Gift, Globe, GraduationCap, Handshake, Heart, History, Hospital, IdCard, Image, Key, Landmark, Languages, Laptop, Layers, LayoutDashboard, LayoutGrid, Leaf, Library, Link, List, ListTodo,
  Lock, Map, MapPinCheck, Medal, MessageSquare, Microscope, Monitor, Moon, Music, Network, Notebook, Package, Paperclip, Pencil, Percent, Phone, PiggyBank, Pill, QrCode, Receipt,
  Rocket, Scale, School, Server, Shield, ShieldCheck, Ship, ShoppingCart, Signature, Smile, SquareCheck, Stethoscope, Store, Sun, Syringe, Tag, Target, ThumbsUp, Ticket, Train,
  TreePine, Truck, Umbrella, UserPlus, UserRound, Utensils, Video, Wallet, Warehouse, Workflow, Wrench, Zap,
  type LucideIcon,
} from 'lucide-react';

/** Icons that the shell does not need at once; loaded when a definition names one of them. */
export const MORE_ICONS: Readonly<Record<string, LucideIcon>> = {
  Archive, Award, Baby, Banknote, Barcode, Bed, Bell, Bike, Bone, BookOpen, Boxes, Brain, Bus, Calculator, CalendarCheck, CalendarClock, CalendarDays, Camera, Car,
  CircleDollarSign, ClipboardList, Clock, Cloud, Coffee, Coins, CreditCard, Crown, Database, DollarSign, Dumbbell, Factory, File, FileCheck, Film, Flag, Flame, Folder, Gamepad2, Gavel,
  Gift, Globe, GraduationCap, Handshake, Heart, History, Hospital, IdCard, Image, Key, Landmark, Languages, Laptop, Layers, LayoutDashboard, LayoutGrid, Leaf, Library, Link, List, ListTodo,
  Lock, Map, MapPinCheck, Medal, MessageSquare, Microscope, Monitor, Moon, Music, Network, Notebook, Package, Paperclip, Pencil, Percent, Phone, PiggyBank, Pill, QrCode, Receipt,
  Rocket, Scale, School, Server, Shield, ShieldCheck, Ship, ShoppingCart, Signature, Smile, SquareCheck, Stethoscope, Store, Sun, Syringe, Tag, Target, ThumbsUp, Ticket, Train,
  TreePine, Truck, Umbrella, UserPlus, UserRound, Utensils, Video, Wallet, Warehouse, Workflow, Wrench, Zap,
};
